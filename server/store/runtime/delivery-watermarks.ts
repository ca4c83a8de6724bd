import { json, pagesOf, type Sql, sql } from "../db/sql.ts";
import { isFenced } from "./leases.ts";

/**
 * How far the delivery of a page has come, in the table `delivery_marks`: every message up to `settledThrough` is
 * finished or listed as undelivered, and `waiting` others are not sent yet. `health` is the state of the platform, for
 * people.
 */
export type DeliveryWatermark = { pageId: string; settledThrough: number; waiting: number; health: PlatformHealth };

export type PlatformHealth = {
  state: "closed" | "open" | "probing";
  since: string;
  lastFailure: string | null;
  throttledUntil: string | null;
};

export const saveWatermarksCte = (watermarks: DeliveryWatermark[]): Sql => sql`
    marked as (
      insert into delivery_marks (page_id, settled_through, waiting, health)
      select page_id, settled_through, waiting, health::json
        from unnest(${pagesOf(watermarks)},
                    ${watermarks.map(({ settledThrough }) => settledThrough)}::bigint[],
                    ${watermarks.map(({ waiting }) => waiting)}::bigint[],
                    ${watermarks.map(({ health }) => json(health))}::text[])
               as row (page_id, settled_through, waiting, health)
       where ${isFenced(sql`row.page_id`)}
          on conflict (page_id) do update
         set settled_through = excluded.settled_through, waiting = excluded.waiting, health = excluded.health
    )`;

/** A subquery: the page's watermark, 0 while there is none. */
export const watermarkOf = (pageId: string): Sql => sql`
  coalesce((select settled_through from delivery_marks where page_id = ${pageId}), 0)`;
