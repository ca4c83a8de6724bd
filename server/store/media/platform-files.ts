import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

type FileKey = { pageId: string; fileHash: Buffer };

/** The platform's id of a file that it keeps. */
type PlatformFile = { platformId: string; expiresAt: Date };

export function findPlatformFile(db: Db, { pageId, fileHash }: FileKey): Promise<PlatformFile | undefined> {
  return db.find(sql`
    select platform_id, expires_at
      from platform_files
     where page_id = ${pageId} and file_hash = ${fileHash} and expires_at > now()`);
}

export async function savePlatformFile(
  db: Db,
  { pageId, fileHash }: FileKey,
  { platformId, expiresAt }: PlatformFile,
): Promise<void> {
  await db.count(sql`
    insert into platform_files (page_id, file_hash, platform_id, expires_at)
    values (${pageId}, ${fileHash}, ${platformId}, ${expiresAt})
        on conflict (page_id, file_hash) do update
       set platform_id = excluded.platform_id, expires_at = excluded.expires_at`);
}

/** The platform refuses the id. A newer one stays. */
export async function deletePlatformFile(db: Db, { pageId, fileHash }: FileKey, platformId: string): Promise<void> {
  await db.count(sql`
    delete from platform_files
     where page_id = ${pageId} and file_hash = ${fileHash} and platform_id = ${platformId}`);
}

/** Deletes a bounded number of expired ids. Returns how many. */
export function deleteExpiredPlatformFiles(db: Db, limit: number): Promise<number> {
  return db.count(sql`
    delete from platform_files
     where (page_id, file_hash) in (select page_id, file_hash from platform_files
                                     where expires_at < now()
                                     order by expires_at
                                     limit ${limit})`);
}
