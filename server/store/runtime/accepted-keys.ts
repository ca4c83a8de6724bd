import type { Db } from "../db/db.ts";
import { rowsOfPages, type Sql, sql, timestamp } from "../db/sql.ts";
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
        from ${rowsOfPages(mail)}
               as row (page_id text, id bigint, key text, body_hash text)
       where ${isAllowed(sql`page_id`)}
    )`;

/** How long a row counts. */
const countsFor = (row: Sql) =>
  sql`case when ${row}.body_hash is null then interval '30 days' else interval '1 day' end`;

/** Stores the keys of `incoming`. A known key is taken over only when its time is up, so `claimed` has the new mail. */
export const claimKeysCte = sql`
    claimed as (
      insert into accepted_keys as known (page_id, key, body_hash, mail_id, accepted_at)
      select page_id, key, decode(body_hash, 'hex'), id, at
        from incoming
       where key is not null
         and not exists (select from accepted_keys as other
                          where other.page_id = incoming.page_id and other.key = incoming.other_key
                            and incoming.at - other.accepted_at <= ${countsFor(sql`other`)})
       order by page_id, key
          on conflict (page_id, key) do update
         set body_hash = excluded.body_hash, mail_id = excluded.mail_id, accepted_at = excluded.accepted_at
       where excluded.accepted_at - known.accepted_at > ${countsFor(sql`known`)}
      returning mail_id
    )`;

/** The mail that one of these keys was first used for. */
export function findAcceptedKey(
  db: Db,
  pageId: string,
  keys: string[],
): Promise<{ mailId: number; bodyHash: Buffer | null } | undefined> {
  return db.find(sql`
    select mail_id, body_hash from accepted_keys
     where page_id = ${pageId} and key = any (${keys}::text[])
     order by accepted_at desc
     limit 1`);
}

/** Those of the keys that were accepted before, and when. */
export async function listAcceptedKeys(db: Db, pageId: string, keys: string[]): Promise<Map<string, Date>> {
  const rows = await db.many<{ key: string; acceptedAt: Date }>(sql`
    select key, accepted_at from accepted_keys where page_id = ${pageId} and key = any (${keys}::text[])`);
  return new Map(rows.map(({ key, acceptedAt }) => [key, acceptedAt]));
}

const keptFor = sql`interval '30 days'`;

/**
 * Deletes a bounded number of keys that no longer count. Works through time slice by slice and stores how far it has
 * come, so that no statement walks over rows that an earlier one has deleted. Returns false when nothing is left.
 */
export function deleteOldAcceptedKeys(db: Db, limit: number): Promise<boolean> {
  return db.transact(async (db) => {
    // The age has a BRIN index only, which the planner gives up for a limit.
    await db.count(sql`set local enable_seqscan = off`);
    const { deleted, isLast } = await db.get<{ deleted: number; isLast: boolean }>(sql`
      with ${slice}, gone as (
        delete from accepted_keys
         where (page_id, key) in (select page_id, key from accepted_keys
                                   where accepted_at >= (select since from slice)
                                     and accepted_at < (select until from slice)
                                   limit ${limit})
        returning 1)
      select (select count(*) from gone) as deleted, until >= now() - ${keptFor} as is_last from slice`);
    if (deleted >= limit) return true;
    await db.count(sql`
      with ${slice}
      insert into accepted_keys_cleaned as cleaned (through)
      select until from slice where until > since
          on conflict (is_only) do update set through = excluded.through where cleaned.through < excluded.through`);
    return !isLast;
  });
}

/** The first slice has everything, the others have an hour each: a server may have been off for long. */
const slice = sql`
    slice as materialized (
      select coalesce(max(through), '-infinity') as since,
             least(max(through) + interval '1 hour', now() - ${keptFor}) as until
        from accepted_keys_cleaned
    )`;
