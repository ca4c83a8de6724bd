import type { Numbers } from "@banter/core/model/numbers.ts";
import type { Db } from "../db/db.ts";
import { rowsOfPages, sql } from "../db/sql.ts";
import type { CountRow } from "./rows.ts";

/** Adds to the hourly numbers of pages. Rows are written in order, so that no two statements deadlock. */
export async function addToHours(db: Db, rows: CountRow[]): Promise<void> {
  await db.count(sql`
    insert into statistics_hours as old (page_id, what, hour, count)
    select page_id, what, date_trunc('hour', to_timestamp(at) at time zone timezone), sum(count)
      from ${rowsOfPages(rows)} as row (page_id text, what text, at bigint, count bigint)
      join pages on pages.id = row.page_id
     group by 1, 2, 3
     order by 1, 2, 3
        on conflict (page_id, what, hour) do update set count = old.count + excluded.count`);
}

/** Days in the page's time zone, both included: "2026-11-16". */
export type Days = { from: string; to: string };

/** The numbers of each local hour that has some: "2026-11-16T09". */
export function listHours(
  db: Db,
  pageId: string,
  { from, to }: Days,
): Promise<{ at: string; what: keyof Numbers; count: number }[]> {
  return db.many(sql`
    select to_char(hour, 'YYYY-MM-DD"T"HH24') as at, what, count
      from statistics_hours
     where page_id = ${pageId} and hour >= ${from}::date and hour < ${to}::date + 1`);
}

/** One number by weekday (1 is Monday) and hour of the day. */
export function countByWeekHour(
  db: Db,
  pageId: string,
  what: keyof Numbers,
  { from, to }: Days,
): Promise<{ weekday: number; hour: number; count: number }[]> {
  return db.many(sql`
    select extract(isodow from hour)::int as weekday, extract(hour from hour)::int as hour, sum(count)::bigint as count
      from statistics_hours
     where page_id = ${pageId} and what = ${what} and hour >= ${from}::date and hour < ${to}::date + 1
     group by 1, 2`);
}
