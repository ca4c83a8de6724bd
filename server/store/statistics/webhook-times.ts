import type { Db } from "../db/db.ts";
import { pagesOf, sql } from "../db/sql.ts";

/** Keeps the newest time that each page's platform called us. Rows are written in order against deadlocks. */
export async function saveWebhookTimes(db: Db, times: ReadonlyMap<string, Date>): Promise<void> {
  const rows = [...times]
    .map(([pageId, at]) => ({ pageId, at }))
    .sort((one, other) => (one.pageId < other.pageId ? -1 : 1));
  await db.count(sql`
    insert into webhook_times as old (page_id, at)
    select page_id, row.at
      from unnest(${pagesOf(rows)}, ${rows.map(({ at }) => at)}::timestamptz[])
             as row (page_id, at)
      join pages on pages.id = row.page_id
        on conflict (page_id) do update set at = greatest(old.at, excluded.at)`);
}
