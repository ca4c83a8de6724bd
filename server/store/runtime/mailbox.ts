import type { ConversationEvent } from "@banter/core/flow/event.ts";
import { rowsByPage } from "../db/by-page.ts";
import type { Db } from "../db/db.ts";
import { json, pagesOf, rowsOfPages, type Sql, sql } from "../db/sql.ts";
import { claimKeysCte } from "./accepted-keys.ts";
import { isAllowed, liveTokensCte } from "./allowed-pages.ts";
import { isFenced } from "./leases.ts";
import { countUnfinished } from "./messages/unfinished.ts";

/**
 * A row for the mailbox. Mail with a `key` is accepted once; `bodyHash` tells a repetition of a request from another
 * request with the same key.
 */
export type NewMail = {
  pageId: string;
  id: number;
  psid: string;
  event: unknown;
  key: string | null;
  /** The form of the key that another release stores. */
  otherKey: string | null;
  bodyHash: string | null;
  /** The caller's token, checked again in the statement that stores the mail. */
  tokenHash: string | null;
  /**
   * The sender's number for this event. The mail is due `waitMs` from now, but not before waiting mail of the customer
   * with lower numbers, and not after waiting mail with higher ones.
   */
  sequence: number | null;
  waitMs: number;
};

/**
 * True of the row of a timer: the end of a wait or of a hand-over. Compares the text, as the commit writes it: `->>` fails on JSON with an escape that text cannot
 * hold, and one such row would fail every statement that passes it.
 */
export const isTimer = sql`
  (event::text like '{"type":"timer",%' or event::text like '{"type":"hand\\_over\\_timeout",%'
   or event::text like '{"type":"rule\\_due",%')`;

/** Stores new mail of many pages, in order, and returns the ids of the rows that were new. */
export async function insertMail(db: Db, mail: NewMail[]): Promise<Set<number>> {
  const stored = await rowsByPage(
    db,
    mail,
    ({ pageId }) => pageId,
    (mail) => insertTogether(db, mail),
  );
  return new Set(stored.map(({ id }) => id));
}

function insertTogether(db: Db, mail: NewMail[]): Promise<{ id: number }[]> {
  const rows = mail.map(({ pageId, id, psid, event, key, otherKey, bodyHash, tokenHash, sequence, waitMs }) => ({
    page_id: pageId,
    id,
    psid,
    event,
    key,
    other_key: otherKey,
    body_hash: bodyHash,
    token_hash: tokenHash,
    sequence,
    wait_ms: waitMs,
  }));
  return db.many(sql`
    with ${liveTokensCte(rows)}, incoming as (
      select row.*, clock_timestamp() as at
        from ${rowsOfPages(rows)}
          as row (page_id text, id bigint, psid text, event json, key text, other_key text, body_hash text,
                  token_hash text, sequence bigint, wait_ms float8)
       where token_hash is null
          or exists (select from alive where alive.page_id = row.page_id and alive.hash = row.token_hash)
    ), ${claimKeysCte}, stored as (
      insert into mailbox (page_id, id, psid, due_at, sequence, event)
      select page_id, id, psid, case when sequence is null then at else ${dueInOrder} end, sequence, event
        from incoming
       where key is null or id in (select mail_id from claimed)
       order by id
      returning id
    )
    select id from stored`);
}

/** All rows of one statement get the same time, so that only their sequence orders them. */
const dueInOrder = sql`
  least(greatest(statement_timestamp() + wait_ms * interval '1 millisecond',
                 (select max(due_at) from mailbox as waiting
                   where waiting.page_id = incoming.page_id and waiting.psid = incoming.psid
                     and waiting.sequence < incoming.sequence)),
        (select min(due_at) from mailbox as waiting
          where waiting.page_id = incoming.page_id and waiting.psid = incoming.psid
            and waiting.sequence > incoming.sequence))`;

export type HandledMailRow = { page_id: string; id: number };

export const deleteHandledMailCte = (handled: HandledMailRow[]) => sql`
    deleted_mail as (
      delete from mailbox
       using unnest(${pagesOf(handled)}, ${handled.map(({ id }) => id)}::bigint[])
               as handled (page_id, id)
       where mailbox.page_id = handled.page_id and mailbox.id = handled.id and ${isAllowed(sql`handled.page_id`)}
    )`;

/** `at` is in epoch milliseconds. */
export type TimerRow = { page_id: string; psid: string; at: number; event: ConversationEvent };

export const insertTimersCte = (timers: TimerRow[]) => sql`
    saved_timers as (
      insert into mailbox (page_id, psid, due_at, event)
      select page_id, psid, to_timestamp(at / 1000), event
        from ${rowsOfPages(timers)} as row (page_id text, psid text, at float8, event json)
       where ${isAllowed(sql`page_id`)}
    )`;

/** The timer of a wait that has ended: it would do nothing when it is due. */
export type EndedTimerRow = { page_id: string; psid: string; run_id: number; turn: number };

export const deleteEndedTimersCte = (endedTimers: EndedTimerRow[]) => sql`
    deleted_timers as (
      delete from mailbox
       using ${rowsOfPages(endedTimers)} as ended (page_id text, psid text, run_id bigint, turn bigint)
       where mailbox.page_id = ended.page_id and mailbox.psid = ended.psid
         and case when ${isTimer}
                  then (event ->> 'runId')::bigint = ended.run_id and (event ->> 'turn')::bigint = ended.turn end
         and ${isAllowed(sql`ended.page_id`)}
    )`;

/** Removes a piece of mail from a fenced page, as the CTE `taken`. */
export const takeMailCte = (pageId: string, id: number) => sql`
    taken as (
      delete from mailbox
       where page_id = ${pageId} and id = ${id} and ${isFenced(sql`page_id`)}
      returning id, psid, event
    )`;

/** Puts the rows of the CTE `taken` back, due now, with the ids they had. */
export const insertTaken = (pageId: string): Sql => sql`
    insert into mailbox (page_id, id, psid, due_at, event)
    select ${pageId}, id, psid, clock_timestamp(), event from taken order by id`;

/** Puts an event into the mailbox of the customer in `answered`, due now. */
export const insertAnswerCte = (pageId: string, event: unknown) => sql`
    delivered as (
      insert into mailbox (page_id, psid, due_at, event)
      select ${pageId}, psid, clock_timestamp(), ${json(event)}::json from answered
    )`;

/** Takes the mail of a broadcast back that waits for its time. Compares the text, as it is written; see `isTimer`. */
export async function deleteBroadcastMail(db: Db, pageId: string, id: number): Promise<void> {
  await db.count(sql`
    delete from mailbox
     where page_id = ${pageId} and event::text like '{"type":"send\\_%'
       and strpos(event::text, ${`"plan":{"type":"broadcast","id":${id},`}) > 0`);
}

/** Puts an event into the page's mailbox, for no single customer, due now. */
export async function insertPageMail(db: Db, pageId: string, event: unknown): Promise<void> {
  await db.count(sql`
    insert into mailbox (page_id, psid, due_at, event) values (${pageId}, '', clock_timestamp(), ${json(event)})`);
}

export async function countMail(db: Db, pageId: string): Promise<number> {
  return (await db.get<{ count: number }>(sql`select count(*) from mailbox where page_id = ${pageId}`)).count;
}

/**
 * True if the page has more due mail and unsent messages than `max`. Counts no further than that. The page's delivery
 * mark is written with outcomes only, so that it may tell of messages that have gone since: then they are counted.
 */
export async function isBacklogOver(db: Db, pageId: string, max: number): Promise<boolean> {
  const { mail, waiting } = await db.get<{ mail: number; waiting: number }>(sql`
    select count(*) as mail, coalesce((select waiting from delivery_marks where page_id = ${pageId}), 0) as waiting
      from (select from mailbox where page_id = ${pageId} and due_at <= clock_timestamp() limit ${max + 1}) as due`);
  if (mail > max || mail + waiting <= max) return mail > max;
  return mail + (await countUnfinished(db, pageId, max + 1)) > max;
}

/** Ids for mail, turns and messages. */
export async function nextConversationIds(db: Db, howMany: number): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    select nextval('conversation_ids') as id from generate_series(1, ${howMany})`);
  return rows.map(({ id }) => id);
}

/** True while the mail waits for its turn. */
export async function isMailWaiting(db: Db, pageId: string, id: number): Promise<boolean> {
  return (await db.find(sql`select from mailbox where page_id = ${pageId} and id = ${id}`)) !== undefined;
}
