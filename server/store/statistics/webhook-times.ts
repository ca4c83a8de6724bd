import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** Keeps the newest time that each page's platform called us. Rows are written in order against deadlocks. */
export async function saveWebhookTimes(db: Db, times: ReadonlyMap<string, Date>): Promise<void> {
  const rows = [...times].sort(([one], [other]) => (one < other ? -1 : 1));
  await db.count(sql`
    insert into webhook_times as old (page_id, at)
    select page_id, row.at
      from unnest(${rows.map(([pageId]) => pageId)}::text[], ${rows.map(([, at]) => at)}::timestamptz[])
             as row (page_id, at)
      join pages on pages.id = page_id
        on conflict (page_id) do update set at = greatest(old.at, excluded.at)`);
}
