import type { Customer } from "@banter/core/flow/customer.ts";
import type { ConversationState } from "@banter/core/flow/state.ts";
import type { Db } from "./db.ts";
import { empty, type Sql, sql } from "./sql.ts";

/** A due row with its customer as the last turn left them; without `known` the customer is new to the page. */
export type DueMail = {
  id: number;
  psid: string;
  event: unknown;
  /** The database's clock, in epoch milliseconds: the time of the turn. */
  now: number;
  /** The page's set-up, by its revision. */
  revision: number;
  known: boolean;
  /** When the customer last wrote or pressed something, in epoch milliseconds. */
  lastInputAt: number | null;
  state: ConversationState | null;
} & Omit<Customer, "psid">;

/** The oldest due rows of a page, in order. Only the page's owner asks, so nothing is locked. */
export function listDueMail(db: Db, pageId: string, limit: number, isPaused: boolean): Promise<DueMail[]> {
  return db.many(dueMail(pageId, { limit, except: [], isPaused }));
}

/**
 * The question itself, for asking it along with a commit. A plan made while the tables were small is kept: a stable time
 * and a look-up per row leave it no choice but the indexes.
 */
export const dueMail = (
  pageId: string,
  { limit, except, isPaused }: { limit: number; except: number[]; isPaused: boolean },
) => sql`
  select mail.id, mail.psid, mail.event, (extract(epoch from mail.now) * 1000)::float8 as now,
         (select revision from pages where pages.id = ${pageId}) as revision, customers.psid is not null as known,
         state, first_name, last_name, gender, email, phone, address, locale, timezone, ad_id, tags, fields,
         last_input_at
    from (select id, psid, event, due_at, sequence, clock_timestamp() as now
            from mailbox
           where page_id = ${pageId} and due_at <= statement_timestamp() and id <> all (${except}::bigint[])
             ${isPaused ? noTimers : empty}
           order by due_at, sequence, id
           limit ${limit}) as mail
    left join lateral (${customerOf(pageId, sql`mail.psid`)}) as customers on true
   order by mail.due_at, mail.sequence, mail.id`;

/** Customers as the last turn left them, those whom the page does not know too. */
export type KnownCustomer = Omit<DueMail, "id" | "event">;

export function listCustomersFor(db: Db, pageId: string, psids: string[]): Promise<KnownCustomer[]> {
  return db.many(sql`
    select asked.psid, (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
           (select revision from pages where pages.id = ${pageId}) as revision, customers.psid is not null as known,
           state, first_name, last_name, gender, email, phone, address, locale, timezone, ad_id, tags, fields,
           last_input_at
      from unnest(${psids}::text[]) as asked (psid)
      left join lateral (${customerOf(pageId, sql`asked.psid`)}) as customers on true`);
}

const customerOf = (pageId: string, psid: Sql) => sql`
  select psid, state, first_name, last_name, gender, email, phone, address, locale, timezone, ad_id, tags, fields,
         (extract(epoch from last_input_at) * 1000)::float8 as last_input_at
    from customers
   where page_id = ${pageId} and customers.psid = ${psid}
   limit 1`;

/** The timers of a paused page wait where they are. */
const noTimers = sql`and event ->> 'type' <> 'timer'`;

/** How long until the page's next row is due; undefined where there is none. */
export async function millisecondsToNextMail(db: Db, pageId: string, isPaused: boolean): Promise<number | undefined> {
  const row = await db.find<{ wait: number | null }>(sql`
    select (extract(epoch from min(due_at) - clock_timestamp()) * 1000)::float8 as wait
      from mailbox
     where page_id = ${pageId} ${isPaused ? noTimers : empty}`);
  return row?.wait ?? undefined;
}

/**
 * Pages that no living node runs and that somebody should: something is due or unanswered, or their last owner died, or
 * gave them back, with messages undelivered.
 */
export async function listOrphanPages(db: Db, limit: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select pages.id
      from pages
      left join page_leases on page_leases.page_id = pages.id
      left join nodes on nodes.id = node_id and alive_until > clock_timestamp()
     where nodes.id is null
       and (node_id is not null or is_unfinished
         or exists (select from profile_syncs where profile_syncs.page_id = pages.id and settled_revision < revision)
         or exists (select from mailbox where mailbox.page_id = pages.id and due_at <= clock_timestamp())
         or exists (select from requests where requests.page_id = pages.id))
     limit ${limit}`);
  return rows.map(({ id }) => id);
}
