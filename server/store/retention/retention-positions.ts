import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

const checkedEvery = sql`interval '6 hours'`;
const restartedEvery = sql`interval '1 day'`;

/** Pages that nobody has checked for six hours, those first that have waited longest. */
export async function listPagesToCheck(db: Db, limit: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select pages.id
      from pages
      left join retention_positions as position on position.page_id = pages.id
     where checked_at is null or checked_at < now() - ${checkedEvery}
     order by checked_at nulls first, pages.id
     limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Takes a page for a pass; undefined if another node has taken it, or it is gone. Once a day the pass is a whole one. */
export async function claimPage(db: Db, pageId: string): Promise<{ isWhole: boolean } | undefined> {
  // A cluster takes no function of the time in a CASE, so the statement gets the times as they are.
  const { now, dayAgo } = await db.get<{ now: Date; dayAgo: Date }>(sql`
    select now() as now, now() - ${restartedEvery} as day_ago`);
  const claimed = await db.find<{ isWhole: boolean }>(sql`
    update retention_positions
       set checked_at = ${now}::timestamptz,
           restarted_at = case when restarted_at < ${dayAgo} then ${now}::timestamptz else restarted_at end,
           messages_through = case when restarted_at < ${dayAgo} then 0 else messages_through end,
           turns_through = case when restarted_at < ${dayAgo} then 0 else turns_through end
     where page_id = ${pageId} and checked_at < now() - ${checkedEvery}
 returning restarted_at = checked_at as is_whole`);
  return claimed ?? (await claimNewPage(db, pageId));
}

/** The first pass of a page is a whole one. The lock waits for one who is about to delete the page. */
function claimNewPage(db: Db, pageId: string): Promise<{ isWhole: boolean } | undefined> {
  return db.find(sql`
    insert into retention_positions (page_id)
    select id from pages where id = ${pageId} for key share
        on conflict (page_id) do nothing
 returning true as is_whole`);
}

/** `digested`: everything up to this id is in the read models. */
export type RetentionPosition = {
  messagesThrough: number;
  turnsThrough: number;
  tracesThrough: number;
  digested: number;
};

/** Locks the page's position until the transaction ends, so that two nodes never remove the same rows. */
export function lockRetention(db: Db, pageId: string): Promise<RetentionPosition | undefined> {
  return db.find(sql`
    select messages_through, turns_through, traces_through,
           coalesce(least((select through_id from digests where digests.page_id = ${pageId}),
                          (select through_id from word_digests where word_digests.page_id = ${pageId})), 0) as digested
      from retention_positions
     where page_id = ${pageId}
       for update`);
}

export async function saveRetentionPosition(
  db: Db,
  pageId: string,
  { messagesThrough, turnsThrough, tracesThrough }: RetentionPosition,
): Promise<void> {
  await db.count(sql`
    update retention_positions
       set messages_through = ${messagesThrough}, turns_through = ${turnsThrough}, traces_through = ${tracesThrough}
     where page_id = ${pageId}`);
}
