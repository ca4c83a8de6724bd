import type { Db } from "../db/db.ts";
import { json, sql, timestamp } from "../db/sql.ts";
import { isAllowed } from "./allowed-pages.ts";

/**
 * A key whose mail must not be handled twice, with the id of that mail. A key with a body hash is a caller's
 * idempotency key and counts for a day; one without is a platform's event id and counts for 30 days. The hash is
 * hexadecimal.
 */
export type AcceptedKeyRow = { page_id: string; id: number; key: string | null; body_hash: string | null };

/** Stores the keys of direct mail. A key that is known already makes the statement fail. */
export const insertKeysCte = (mail: AcceptedKeyRow[], now: number) => sql`
    saved_keys as (
      insert into accepted_keys (page_id, key, body_hash, mail_id, accepted_at)
      select page_id, key, decode(body_hash, 'hex'), id, ${timestamp(now)}
        from json_to_recordset(${json(mail)})
               as row (page_id text, id bigint, key text, body_hash text)
       where ${isAllowed(sql`page_id`)}
    )`;

/** Stores the keys of `incoming`. A known key is taken over only when its time is up, so `claimed` has the new mail. */
export const claimKeysCte = sql`
    claimed as (
      insert into accepted_keys as known (page_id, key, body_hash, mail_id, accepted_at)
      select page_id, key, decode(body_hash, 'hex'), id, at from incoming where key is not null order by page_id, key
          on conflict (page_id, key) do update
         set body_hash = excluded.body_hash, mail_id = excluded.mail_id, accepted_at = excluded.accepted_at
       where excluded.accepted_at - known.accepted_at >
             case when known.body_hash is null then interval '30 days' else interval '1 day' end
      returning mail_id
    )`;

/** The mail that a key was first used for. */
export function findAcceptedKey(
  db: Db,
  pageId: string,
  key: string,
): Promise<{ mailId: number; bodyHash: Buffer | null } | undefined> {
  return db.find(sql`select mail_id, body_hash from accepted_keys where page_id = ${pageId} and key = ${key}`);
}

/** In pieces, so that no statement runs long; returns when none is left. */
export async function deleteOldAcceptedKeys(db: Db): Promise<void> {
  const piece = sql`
    delete from accepted_keys
     where (page_id, key) in (select page_id, key from accepted_keys
                               where accepted_at < now() - interval '30 days' limit 10000)`;
  while ((await db.count(piece)) > 0);
}
