import type { Customer } from "@banter/core/flow/customer.ts";
import type { ConversationState } from "@banter/core/flow/state.ts";
import type { Db } from "./db.ts";
import { sql } from "./sql.ts";

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
  state: ConversationState | null;
} & Omit<Customer, "psid">;

/** The oldest due rows of a page, in order. Only the page's owner asks, so nothing is locked. */
export function listDueMail(db: Db, pageId: string, limit: number): Promise<DueMail[]> {
  return db.many(dueMail(pageId, { limit, except: [] }));
}

/**
 * The question itself, for asking it along with a commit. A plan made while the tables were small is kept: a stable time
 * and a look-up per row leave it no choice but the indexes.
 */
export const dueMail = (pageId: string, { limit, except }: { limit: number; except: number[] }) => sql`
  select mail.id, mail.psid, mail.event, (extract(epoch from mail.now) * 1000)::float8 as now,
         (select revision from pages where pages.id = ${pageId}) as revision, customers.psid is not null as known,
         state, first_name, last_name, gender, email, phone, address, locale, timezone, ad_id, tags, fields
    from (select id, psid, event, due_at, clock_timestamp() as now
            from mailbox
           where page_id = ${pageId} and due_at <= statement_timestamp() and id <> all (${except}::bigint[])
           order by due_at, id
           limit ${limit}) as mail
    left join lateral (select psid, state, first_name, last_name, gender, email, phone, address, locale, timezone, ad_id,
                              tags, fields
                         from customers
                        where page_id = ${pageId} and customers.psid = mail.psid
                        limit 1) as customers on true
   order by mail.due_at, mail.id`;

/** How long until the page's next row is due; undefined where there is none. */
export async function millisecondsToNextMail(db: Db, pageId: string): Promise<number | undefined> {
  const row = await db.find<{ wait: number | null }>(sql`
    select (extract(epoch from min(due_at) - clock_timestamp()) * 1000)::float8 as wait
      from mailbox
     where page_id = ${pageId}`);
  return row?.wait ?? undefined;
}

/** Pages with something due, undelivered or unanswered that no living node runs. */
export async function listOrphanPages(db: Db, limit: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select id
      from pages
     where not exists (select from page_leases
                         join nodes on nodes.id = node_id and alive_until > clock_timestamp()
                        where page_leases.page_id = pages.id)
       and (exists (select from mailbox where mailbox.page_id = pages.id and due_at <= clock_timestamp())
         or exists (select from messages where messages.page_id = pages.id and status in ('queued', 'sending'))
         or exists (select from requests where requests.page_id = pages.id))
     limit ${limit}`);
  return rows.map(({ id }) => id);
}
