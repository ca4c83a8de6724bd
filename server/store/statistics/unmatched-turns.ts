import type { Db } from "../db/db.ts";
import { rowsOfPages, sql } from "../db/sql.ts";
import type { UnmatchedRow } from "./rows.ts";
import type { Days } from "./statistics-hours.ts";

export async function insertUnmatched(db: Db, rows: UnmatchedRow[]): Promise<void> {
  await db.count(sql`
    insert into unmatched_turns (page_id, day, id)
    select page_id, (to_timestamp(row.at) at time zone timezone)::date, row.id
      from ${rowsOfPages(rows)} as row (page_id text, id bigint, at bigint)
      join pages on pages.id = row.page_id
        on conflict do nothing`);
}

export type UnmatchedMessage = { id: number; psid: string; at: Date; text: string };

/** The newest messages of those days that nothing took, without those that were deleted since. */
export function listUnmatched(db: Db, pageId: string, { from, to }: Days, limit: number): Promise<UnmatchedMessage[]> {
  return db.many(sql`
    select turns.id, psid, at, event ->> 'text' as text
      from (select page_id, id
              from unmatched_turns
             where page_id = ${pageId} and day between ${from}::date and ${to}::date
             order by day desc, id desc
             limit ${limit}) as newest
      join turns on turns.page_id = newest.page_id and turns.id = newest.id
     where event ->> 'text' <> ''
     order by turns.id desc`);
}

/** Deletes a bounded number of entries whose turns are gone. Returns how many. */
export function deleteOldUnmatched(
  db: Db,
  pageId: string,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  // A day of a page may begin a day later than that of the database.
  return db.count(sql`
    delete from unmatched_turns
     where page_id = ${pageId}
       and (day, id) in (select day, id from unmatched_turns
                          where page_id = ${pageId} and day < (now() - make_interval(days => ${days + 1}))::date
                          order by day, id
                          limit ${limit})`);
}
