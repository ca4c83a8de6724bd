import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

export type Late = { pageId: string; seconds: number };

/** Pages with mail that should have been handled over a minute ago, the latest first. */
export function listLatePages(db: Db): Promise<Late[]> {
  return db.many(sql`
    select pages.id as page_id, extract(epoch from clock_timestamp() - first.due_at)::integer as seconds
      from pages
     cross join lateral (select due_at from mailbox where mailbox.page_id = pages.id order by due_at limit 1) as first
     where first.due_at < clock_timestamp() - interval '1 minute'
     order by first.due_at
     limit 20`);
}

/** Pages with parked mail, with how much there is. */
export function listParkedCounts(db: Db): Promise<{ pageId: string; count: number }[]> {
  return db.many(sql`
    select page_id, count(*)::integer as count from parked_mail group by page_id order by count(*) desc limit 20`);
}
