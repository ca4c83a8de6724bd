import type { Db } from "../db/db.ts";
import { json, sql } from "../db/sql.ts";

/** A mailbox row to be. `key` marks mail that must not be accepted twice; `bodyHash` tells a repetition from a misuse. */
export type NewMail = {
  pageId: string;
  id: number;
  psid: string;
  event: unknown;
  key: string | null;
  bodyHash: string | null;
  /** The caller's token, checked again in the statement that stores the mail. */
  tokenHash: string | null;
  /**
   * The sender's number for it. It is due `waitMs` from now, but not before waiting mail of the customer with lower
   * numbers, and not after waiting mail with higher ones.
   */
  sequence: number | null;
  waitMs: number;
};

/**
 * True of a timer's row. Compares the text, as the commit writes it: `->>` fails on JSON with an escape that text cannot
 * hold, and one such row would fail every statement that passes it.
 */
export const isTimer = sql`event::text like '{"type":"timer",%'`;

/**
 * Stores new mail of many pages, in order, and returns the ids of the rows that were new. A key with a body hash is a
 * caller's idempotency key and counts for a day, one without is a platform's event id and counts for 30 days.
 */
export async function insertMail(db: Db, mail: NewMail[]): Promise<Set<number>> {
  const rows = mail.map(({ pageId, id, psid, event, key, bodyHash, tokenHash, sequence, waitMs }) => ({
    page_id: pageId,
    id,
    psid,
    event,
    key,
    body_hash: bodyHash,
    token_hash: tokenHash,
    sequence,
    wait_ms: waitMs,
  }));
  const tokenPages = [...new Set(mail.flatMap(({ pageId, tokenHash }) => (tokenHash === null ? [] : pageId)))].sort();
  const stored = await db.many<{ id: number }>(sql`
    with alive as materialized (
      select page_tokens.page_id, encode(hash, 'hex') as hash
        from unnest(${tokenPages}::text[]) as asked (page_id)
        join page_tokens on page_tokens.page_id = asked.page_id
         for share of page_tokens
    ), incoming as (
      select row.*, clock_timestamp() as at
        from json_to_recordset(${json(rows)})
          as row (page_id text, id bigint, psid text, event json, key text, body_hash text, token_hash text,
                  sequence bigint, wait_ms float8)
       where token_hash is null
          or exists (select from alive where alive.page_id = row.page_id and alive.hash = row.token_hash)
    ), claimed as (
      insert into accepted_keys as known (page_id, key, body_hash, mail_id, accepted_at)
      select page_id, key, decode(body_hash, 'hex'), id, at from incoming where key is not null order by page_id, key
          on conflict (page_id, key) do update
         set body_hash = excluded.body_hash, mail_id = excluded.mail_id, accepted_at = excluded.accepted_at
       where known.accepted_at <
             excluded.accepted_at - case when known.body_hash is null then interval '30 days' else interval '1 day' end
      returning mail_id
    )
    insert into mailbox (page_id, id, psid, due_at, sequence, event)
    select page_id, id, psid, case when sequence is null then at else ${dueInOrder} end, sequence, event
      from incoming
     where key is null or id in (select mail_id from claimed)
     order by id
    returning id`);
  return new Set(stored.map(({ id }) => id));
}

/** All rows of one statement have the same time: those that come together are told apart by their sequence alone. */
const dueInOrder = sql`
  least(greatest(statement_timestamp() + wait_ms * interval '1 millisecond',
                 (select max(due_at) from mailbox as waiting
                   where waiting.page_id = incoming.page_id and waiting.psid = incoming.psid
                     and waiting.sequence < incoming.sequence)),
        (select min(due_at) from mailbox as waiting
          where waiting.page_id = incoming.page_id and waiting.psid = incoming.psid
            and waiting.sequence > incoming.sequence))`;

/** What a key was first used for. */
export function findAcceptedKey(
  db: Db,
  pageId: string,
  key: string,
): Promise<{ mailId: number; bodyHash: Buffer | null } | undefined> {
  return db.find(sql`select mail_id, body_hash from accepted_keys where page_id = ${pageId} and key = ${key}`);
}

export async function countMail(db: Db, pageId: string): Promise<number> {
  return (await db.get<{ count: number }>(sql`select count(*) from mailbox where page_id = ${pageId}`)).count;
}

/** Returns whether the page has more due mail and unsent messages than `max`. Counts no further than that. */
export async function isBacklogOver(db: Db, pageId: string, max: number): Promise<boolean> {
  const { count } = await db.get<{ count: number }>(sql`
    select count(*) + coalesce((select waiting from delivery_marks where page_id = ${pageId}), 0) as count
      from (select from mailbox where page_id = ${pageId} and due_at <= clock_timestamp() limit ${max + 1}) as due`);
  return count > max;
}

/** Ids for rows and messages of conversations. */
export async function nextConversationIds(db: Db, howMany: number): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    select nextval('conversation_ids') as id from generate_series(1, ${howMany})`);
  return rows.map(({ id }) => id);
}

/** In pieces, so that no statement runs long; returns when none is left. */
export async function deleteOldAcceptedKeys(db: Db): Promise<void> {
  const piece = sql`
    delete from accepted_keys
     where (page_id, key) in (select page_id, key from accepted_keys
                               where accepted_at < now() - interval '30 days' limit 10000)`;
  while ((await db.count(piece)) > 0);
}
