import type { Db } from "./db.ts";
import { json, sql } from "./sql.ts";

/** A row to be. `key` marks what must not be accepted twice; `bodyHash` tells a repetition from another use of the key. */
export type NewMail = {
  id: number;
  psid: string;
  event: unknown;
  key: string | null;
  bodyHash: string | null;
  /** The token the caller came with, checked again in this very statement. */
  tokenHash: string | null;
  /** Where its sender counts it: it is due `waitMs` from now, but no later than what is counted after it. */
  sequence: number | null;
  waitMs: number;
};

/**
 * Stores what is new, in order, and says which rows that were. A key with a body hash is a caller's idempotency key and
 * counts for a day, one without is a platform's event id and counts for 30 days.
 */
export async function insertMail(db: Db, pageId: string, mail: NewMail[]): Promise<Set<number>> {
  const rows = mail.map(({ id, psid, event, key, bodyHash, tokenHash, sequence, waitMs }) => ({
    id,
    psid,
    event,
    key,
    body_hash: bodyHash,
    token_hash: tokenHash,
    sequence,
    wait_ms: waitMs,
  }));
  const stored = await db.many<{ id: number }>(sql`
    with incoming as (
      select row.*, clock_timestamp() as at
        from json_to_recordset(${json(rows)})
          as row (id bigint, psid text, event json, key text, body_hash text, token_hash text, sequence bigint, wait_ms float8)
       where token_hash is null
          or token_hash in (select encode(hash, 'hex') from page_tokens where page_id = ${pageId} for share)
    ), claimed as (
      insert into accepted_keys as known (page_id, key, body_hash, mail_id, accepted_at)
      select ${pageId}, key, decode(body_hash, 'hex'), id, at from incoming where key is not null
          on conflict (page_id, key) do update
         set body_hash = excluded.body_hash, mail_id = excluded.mail_id, accepted_at = excluded.accepted_at
       where known.accepted_at <
             excluded.accepted_at - case when known.body_hash is null then interval '30 days' else interval '1 day' end
      returning mail_id
    )
    insert into mailbox (page_id, id, psid, due_at, sequence, event)
    select ${pageId}, id, psid, case when sequence is null then at else ${dueInOrder(pageId)} end, sequence, event
      from incoming
     where key is null or id in (select mail_id from claimed)
     order by id
    returning id`);
  return new Set(stored.map(({ id }) => id));
}

/** Of one statement all have the same time: those that come together are told apart by their sequence alone. */
const dueInOrder = (pageId: string) => sql`
  least(statement_timestamp() + wait_ms * interval '1 millisecond',
        (select min(due_at) from mailbox as waiting
          where waiting.page_id = ${pageId} and waiting.psid = incoming.psid and waiting.sequence > incoming.sequence))`;

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

/** Whether more than so many rows of the page are due. Counts no further than that. */
export async function isBacklogOver(db: Db, pageId: string, most: number): Promise<boolean> {
  const { count } = await db.get<{ count: number }>(sql`
    select count(*)
      from (select from mailbox where page_id = ${pageId} and due_at <= clock_timestamp() limit ${most + 1}) as due`);
  return count > most;
}

/** Ids for rows and messages of conversations. */
export async function nextConversationIds(db: Db, howMany: number): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    select nextval('conversation_ids') as id from generate_series(1, ${howMany})`);
  return rows.map(({ id }) => id);
}

export async function deleteOldAcceptedKeys(db: Db): Promise<void> {
  await db.count(sql`delete from accepted_keys where accepted_at < now() - interval '30 days'`);
}
