import type { Customer } from "@banter/core/flow/customer.ts";
import type { ConversationState } from "@banter/core/flow/state.ts";
import { psidHash } from "../customers/erased-customers.ts";
import { rowsByPage } from "../db/by-page.ts";
import type { Db } from "../db/db.ts";
import { pagesOf, sql } from "../db/sql.ts";
import { isTimer } from "./mailbox.ts";

/** A mailbox row that is due. */
export type DueMail = { pageId: string; id: number; psid: string; event: unknown };

export type DueMailAnswer = {
  mail: DueMail[];
  /** For each page, the milliseconds until its next row is due; 0 if there may be more due rows than were read. */
  nextDueMs: Map<string, number>;
};

/**
 * The oldest due rows of several pages, at most `limit` of each, in order. Only the owner of a page reads them, so
 * nothing is locked. Timers of a paused page are left out.
 */
export async function readDueMail(db: Db, pages: AskedPage[], limit: number): Promise<DueMailAnswer> {
  const rows = await rowsByPage(
    db,
    pages,
    ({ pageId }) => pageId,
    (pages) => readTogether(db, pages, limit),
  );
  const mail = rows.filter(({ id }) => id !== null).map(({ nextDueMs: _, ...due }) => due);
  const counts = Map.groupBy(mail, ({ pageId }) => pageId);
  const nextDueMs = new Map<string, number>();
  for (const row of rows) {
    if (nextDueMs.has(row.pageId)) continue;
    const isFull = (counts.get(row.pageId)?.length ?? 0) >= limit;
    nextDueMs.set(row.pageId, isFull ? 0 : (row.nextDueMs ?? Number.POSITIVE_INFINITY));
  }
  return { mail, nextDueMs };
}

type AskedPage = { pageId: string; isPaused: boolean };

function readTogether(db: Db, pages: AskedPage[], limit: number): Promise<(DueMail & { nextDueMs: number | null })[]> {
  return db.many(sql`
    select asked.page_id, mail.id, mail.psid, mail.event,
           case when mail.id is null or mail.place = 1
                then (select (extract(epoch from min(due_at) - clock_timestamp()) * 1000)::float8
                        from mailbox
                       where mailbox.page_id = asked.page_id and due_at > statement_timestamp()
                         and (not asked.is_paused or not ${isTimer})) end as next_due_ms
      from unnest(${pagesOf(pages)}, ${pages.map(({ isPaused }) => isPaused)}::boolean[])
             as asked (page_id, is_paused)
      left join lateral (
             select id, psid, event, row_number() over (order by due_at, sequence, id) as place
               from (select id, psid, event, due_at, sequence
                       from mailbox
                      where mailbox.page_id = asked.page_id and due_at <= statement_timestamp()
                        and (not asked.is_paused or not ${isTimer})
                      order by due_at, sequence, id
                      limit ${limit}) as oldest) as mail on true
     order by asked.page_id, mail.place`);
}

/** The rows of messages of these albums, due or not, in their order. Compares the text, as `isTimer` does. */
export function listAlbumMail(db: Db, albums: AskedAlbum[]): Promise<DueMail[]> {
  return rowsByPage(
    db,
    albums,
    ({ pageId }) => pageId,
    (albums) => listTogether(db, albums),
  );
}

type AskedAlbum = { pageId: string; psid: string; album: string };

function listTogether(db: Db, albums: AskedAlbum[]): Promise<DueMail[]> {
  const member = (album: string) => JSON.stringify({ album }).slice(1, -1);
  return db.many(sql`
    select mailbox.page_id, mailbox.id, mailbox.psid, mailbox.event
      from unnest(${pagesOf(albums)}, ${albums.map(({ psid }) => psid)}::text[],
                  ${albums.map(({ album }) => member(album))}::text[]) as asked (page_id, psid, member)
      join mailbox on mailbox.page_id = asked.page_id and mailbox.psid = asked.psid
     where strpos(mailbox.event::text, asked.member) > 0
     order by mailbox.sequence, mailbox.id`);
}

/** The fields of a piece of mail that the look-up of its customer needs. */
export type AskedMail = {
  pageId: string;
  psid: string;
  isDirect: boolean;
  key: string | null;
  otherKey: string | null;
  sequence: number | null;
};

/** The customer of a piece of mail as the last turn left them. `known` is false for a new customer. */
export type FoundCustomer = {
  known: boolean;
  state: ConversationState | null;
  /** When the customer last wrote or pressed something, in epoch milliseconds. */
  lastInputAt: number | null;
  /** When a known customer came to the page, in epoch milliseconds. */
  firstSeenAt: number | null;
  /** The reason why the customer cannot be reached, null if they can be. */
  unreachable: string | null;
  /** When a customer who is not known was erased, in epoch milliseconds; null if they were not. */
  erasedAt: number | null;
  /** The revision of the page's set-up; null if the page is gone. */
  revision: number | null;
  /** Of direct mail: its key was accepted before, or earlier mail of its customer is in the mailbox. */
  isKnownKey: boolean;
  hasEarlierMail: boolean;
  /** The database's clock in epoch milliseconds. */
  now: number;
} & Omit<Customer, "psid">;

/** The customers of these pieces of mail, in their order. */
export function findCustomersOf(db: Db, asked: AskedMail[]): Promise<FoundCustomer[]> {
  return db.many(sql`
    select customers.psid is not null as known, state, first_name, last_name, gender, email, phone, address, locale,
           timezone, ad_id, tags, fields, last_input_at, first_seen_at, unreachable,
           case when customers.psid is null
                then (select (extract(epoch from erased_at) * 1000)::float8
                        from erased_customers
                       where erased_customers.page_id = asked.page_id
                         and psid_hash = ${psidHash(sql`asked.psid`)}) end as erased_at,
           (select revision from pages where pages.id = asked.page_id) as revision,
           asked.key is not null
             and exists (select from accepted_keys
                          where accepted_keys.page_id = asked.page_id
                            and key in (asked.key, asked.other_key)) as is_known_key,
           asked.is_direct
             and exists (select from mailbox
                          where mailbox.page_id = asked.page_id and psid = asked.psid
                            and (due_at <= statement_timestamp() or sequence < asked.sequence)) as has_earlier_mail,
           (extract(epoch from clock_timestamp()) * 1000)::float8 as now
      from unnest(${pagesOf(asked)}, ${asked.map(({ psid }) => psid)}::text[],
                  ${asked.map(({ isDirect }) => isDirect)}::boolean[], ${asked.map(({ key }) => key)}::text[],
                  ${asked.map(({ otherKey }) => otherKey)}::text[],
                  ${asked.map(({ sequence }) => sequence)}::bigint[])
             with ordinality as asked (page_id, psid, is_direct, key, other_key, sequence, place)
      left join lateral (
             select psid, state, first_name, last_name, gender, email, phone, address, locale, timezone, ad_id, tags,
                    fields, unreachable, (extract(epoch from last_input_at) * 1000)::float8 as last_input_at,
                    (extract(epoch from created_at) * 1000)::float8 as first_seen_at
               from customers
              where customers.page_id = asked.page_id and customers.psid = asked.psid
              limit 1) as customers on true
     order by place`);
}
