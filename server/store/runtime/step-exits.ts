import type { Db } from "../db/db.ts";
import { rowsOfPages, sql } from "../db/sql.ts";

/** How often an exit of a step was taken; the exit '' counts how often the step was entered. */
export type ExitRow = { page_id: string; flow_id: number; step: string; exit: string; taken: number };

/** Rows are written in order, so that no two statements deadlock. */
export async function addToExits(db: Db, rows: ExitRow[]): Promise<void> {
  await db.count(sql`
    insert into step_exits as old (page_id, flow_id, step, exit, taken)
    select page_id, flow_id, step, exit, taken
      from ${rowsOfPages(rows)}
             as row (page_id text, flow_id bigint, step text, exit text, taken bigint)
     order by page_id, flow_id, step, exit
        on conflict (page_id, flow_id, step, exit) do update set taken = old.taken + excluded.taken`);
}

export function listExits(
  db: Db,
  pageId: string,
  flowId: number,
): Promise<{ step: string; exit: string; taken: number }[]> {
  return db.many(sql`select step, exit, taken from step_exits where page_id = ${pageId} and flow_id = ${flowId}`);
}

export async function deleteStepExits(db: Db, pageId: string, flowIds: number[]): Promise<void> {
  await db.count(sql`delete from step_exits where page_id = ${pageId} and flow_id = any (${flowIds}::bigint[])`);
}
