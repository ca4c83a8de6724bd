import type { SegmentCondition } from "@banter/core/flow/conditions/rule.ts";
import type { Db } from "../db/db.ts";
import { json, sql } from "../db/sql.ts";

export type Segment = { id: number; name: string; condition: SegmentCondition };

export function listSegments(db: Db, pageId: string): Promise<Segment[]> {
  return db.many(sql`select id, name, condition from segments where page_id = ${pageId} order by position, id`);
}

export function findSegment(db: Db, pageId: string, id: number): Promise<Segment | undefined> {
  return db.find(sql`select id, name, condition from segments where page_id = ${pageId} and id = ${id}`);
}

/** Inserts or updates segments. Their positions follow the list. */
export async function saveSegments(db: Db, pageId: string, segments: Segment[]): Promise<void> {
  const rows = segments.map(({ id, name, condition }, index) => ({ id, name, condition, position: index + 1 }));
  await db.count(sql`
    insert into segments (page_id, id, position, name, condition)
    select ${pageId}, id, position, name, condition
      from json_to_recordset(${json(rows)}) as row (id bigint, position integer, name text, condition json)
        on conflict (page_id, id) do update
       set position = excluded.position, name = excluded.name, condition = excluded.condition`);
}

export async function deleteSegments(db: Db, pageId: string, ids: number[]): Promise<void> {
  await db.count(sql`delete from segments where page_id = ${pageId} and id = any (${ids}::bigint[])`);
}
