import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { fence, isFenced, type Lease } from "./leases.ts";

/** The state of the profile at the platform: greeting, ice breakers and menu. */
export type ProfileSyncState = {
  state: "waiting" | "done" | "failed";
  /** Why it failed, for the owner. */
  reason: string | null;
  at: Date;
  hash: string | null;
  settledRevision: number;
};

export function findProfileSync(db: Db, pageId: string): Promise<ProfileSyncState | undefined> {
  return db.find(sql`
    select state, reason, at, hash, settled_revision from profile_syncs where page_id = ${pageId}`);
}

/** By page id. */
export async function listProfileSyncs(db: Db, pageIds: string[]): Promise<Map<string, ProfileSyncState>> {
  const rows = await db.many<ProfileSyncState & { pageId: string }>(sql`
    select page_id, state, reason, at, hash, settled_revision from profile_syncs where page_id = any (${pageIds})`);
  return new Map(rows.map(({ pageId, ...sync }) => [pageId, sync]));
}

/** After the page was connected: the platform has nothing of the profile yet. */
export async function restartProfileSync(db: Db, pageId: string): Promise<void> {
  await db.count(sql`
    insert into profile_syncs (page_id, state, at) values (${pageId}, 'waiting', clock_timestamp())
        on conflict (page_id) do update
       set state = 'waiting', reason = null, hash = null, settled_revision = 0, at = excluded.at`);
}

/** Written by the page's owner only. */
export async function saveProfileSync(
  db: Db,
  lease: Lease,
  { state, reason, hash, settledRevision }: Omit<ProfileSyncState, "at">,
): Promise<void> {
  await db.count(sql`
    with ${fence([lease])}, clock as materialized (select clock_timestamp() as now)
    update profile_syncs
       set state = ${state}, reason = ${reason}, hash = ${hash}, settled_revision = ${settledRevision},
           at = case when state = ${state} and reason is not distinct from ${reason}
                          and hash is not distinct from ${hash}
                     then at else now end
      from clock
     where page_id = ${lease.pageId} and ${isFenced(sql`page_id`)}`);
}
