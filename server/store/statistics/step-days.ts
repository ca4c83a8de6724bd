import type { Db } from "../db/db.ts";
import { rowsOfPages, type Sql, sql } from "../db/sql.ts";
import type { StepRow } from "./rows.ts";
import type { Days } from "./statistics-hours.ts";

export async function addToStepDays(db: Db, rows: StepRow[]): Promise<void> {
  await db.count(sql`
    insert into step_days as old (page_id, flow_id, day, step, exit, count)
    select page_id, flow_id, (to_timestamp(at) at time zone timezone)::date, step, exit, sum(count)
      from ${rowsOfPages(rows)}
             as row (page_id text, flow_id bigint, step text, exit text, at bigint, count bigint)
      join pages on pages.id = row.page_id
     group by 1, 2, 3, 4, 5
     order by 1, 2, 3, 4, 5
        on conflict (page_id, flow_id, day, step, exit) do update set count = old.count + excluded.count`);
}

/** Counts first clicks of buttons. `rows` names messages with `page_id`, `flow_id`, `step` and `places`. */
export const countClicksCte = (rows: Sql): Sql => sql`
    clicked_today as (
      insert into step_days as old (page_id, flow_id, day, step, exit, count)
      select page_id, flow_id, (clock_timestamp() at time zone timezone)::date, coalesce(step, ''), '#' || place,
             count(*)
        from ${rows} as row
       cross join unnest(places) as place
        join pages on pages.id = row.page_id
       where flow_id is not null
       group by 1, 2, 3, 4, 5
       order by 1, 2, 3, 4, 5
          on conflict (page_id, flow_id, day, step, exit) do update set count = old.count + excluded.count
    )`;

export function sumSteps(
  db: Db,
  pageId: string,
  flowId: number,
  { from, to }: Days,
): Promise<{ step: string; exit: string; count: number }[]> {
  return db.many(sql`
    select step, exit, sum(count)::bigint as count
      from step_days
     where page_id = ${pageId} and flow_id = ${flowId} and day between ${from}::date and ${to}::date
     group by step, exit`);
}

export async function deleteStepDays(db: Db, pageId: string, flowIds: number[]): Promise<void> {
  await db.count(sql`delete from step_days where page_id = ${pageId} and flow_id = any (${flowIds}::bigint[])`);
}
