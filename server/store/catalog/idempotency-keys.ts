import type { Db } from "../db/db.ts";
import { json, sql } from "../db/sql.ts";

/**
 * Claims a key for this transaction; a second caller waits here until the first has committed or failed. Returns
 * undefined if the key was free, else the reply to the first caller, and if that one had sent the same body.
 */
export async function claimKey(
  db: Db,
  pageId: string,
  key: string,
  bodyHash: Buffer,
): Promise<{ isSameBody: boolean; reply: unknown } | undefined> {
  const claimed = await db.count(sql`
    insert into idempotency_keys as known (page_id, key, body_hash)
    values (${pageId}, ${key}, ${bodyHash})
        on conflict (page_id, key) do update
       set body_hash = excluded.body_hash, reply = null, created_at = excluded.created_at
     where excluded.created_at - known.created_at > interval '24 hours'`);
  if (claimed > 0) return undefined;
  return db.find(sql`
    select body_hash = ${bodyHash} as is_same_body, reply
      from idempotency_keys
     where page_id = ${pageId} and key = ${key}`);
}

/** Saved in the transaction of the call, so that a failed call keeps no reply and may be repeated. */
export async function saveReply(db: Db, pageId: string, key: string, reply: unknown): Promise<void> {
  await db.count(sql`
    update idempotency_keys set reply = ${json(reply)} where page_id = ${pageId} and key = ${key}`);
}

/** Deletes a bounded number of keys that no longer count, the oldest first. Returns how many. */
export function deleteOldKeys(db: Db, limit: number): Promise<number> {
  return db.count(sql`
    delete from idempotency_keys
     where (page_id, key) in (select page_id, key from idempotency_keys
                               where created_at < now() - interval '24 hours'
                               order by created_at
                               limit ${limit})`);
}
