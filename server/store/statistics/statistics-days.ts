import type { Numbers } from "@banter/core/model/numbers.ts";
import type { Db } from "../db/db.ts";
import { rowsOfPages, sql } from "../db/sql.ts";
import type { CountRow } from "./rows.ts";
import type { Days } from "./statistics-hours.ts";

/** Adds to the daily numbers of pages, which have a key where an hour would have too many rows. */
export async function addToDays(db: Db, rows: CountRow[]): Promise<void> {
  await db.count(sql`
    insert into statistics_days as old (page_id, what, day, key, count)
    select page_id, what, (to_timestamp(at) at time zone timezone)::date, key, sum(count)
      from ${rowsOfPages(rows)} as row (page_id text, what text, key text, at bigint, count bigint)
      join pages on pages.id = row.page_id
     group by 1, 2, 3, 4
     order by 1, 2, 3, 4
        on conflict (page_id, what, day, key) do update set count = old.count + excluded.count`);
}

/** The page's numbers of each local day that has some. */
export function listDays(
  db: Db,
  pageId: string,
  names: readonly (keyof Numbers)[],
  { from, to }: Days,
): Promise<{ at: string; what: keyof Numbers; count: number }[]> {
  return db.many(sql`
    select day::text as at, what, count
      from statistics_days
     where page_id = ${pageId} and what = any (${names}::text[]) and day between ${from}::date and ${to}::date`);
}

/** Sums of the numbers with a key. */
export function sumByKey(
  db: Db,
  pageId: string,
  names: readonly string[],
  { from, to }: Days,
): Promise<{ what: string; key: string; count: number }[]> {
  return db.many(sql`
    select what, key, sum(count)::bigint as count
      from statistics_days
     where page_id = ${pageId} and what = any (${names}::text[]) and day between ${from}::date and ${to}::date
     group by what, key`);
}

/** The numbers of each local day and key that has some. */
export function listDaysByKey(
  db: Db,
  pageId: string,
  names: readonly string[],
  { from, to }: Days,
): Promise<{ at: string; what: string; key: string; count: number }[]> {
  return db.many(sql`
    select day::text as at, what, key, count
      from statistics_days
     where page_id = ${pageId} and what = any (${names}::text[]) and day between ${from}::date and ${to}::date
     order by day, key`);
}
