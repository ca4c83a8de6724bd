import type { Db } from "../db/db.ts";
import { json, sql } from "../db/sql.ts";
import { leaveFolders } from "./flows.ts";

export type Folder = { id: number; name: string; parentId: number | null };

/** Every folder of the page, in the owner's order. */
export function listFolders(db: Db, pageId: string): Promise<Folder[]> {
  return db.many(sql`
    select id, name, parent_id from folders where page_id = ${pageId} order by position, id`);
}

/** The folders directly inside one; null is the top level. */
export function listChildFolders(db: Db, pageId: string, parentId: number | null): Promise<Folder[]> {
  return db.many(sql`
    select id, name, parent_id
      from folders
     where page_id = ${pageId} and parent_id is not distinct from ${parentId}::bigint
     order by position, id`);
}

/** True if each folder of the path is directly in the one before it, and the first at the top level. */
export async function isFolderPath(db: Db, pageId: string, path: number[]): Promise<boolean> {
  const { found } = await db.get<{ found: number }>(sql`
    select count(*) as found
      from unnest(${path}::bigint[]) with ordinality as step (id, place)
      join folders on folders.page_id = ${pageId} and folders.id = step.id
       and folders.parent_id is not distinct from (${path}::bigint[])[step.place - 1]`);
  return found === path.length;
}

/** Inserts or updates folders. Their positions follow the list, from `firstPosition` on. */
export async function saveFolders(db: Db, pageId: string, folders: Folder[], firstPosition = 1): Promise<void> {
  const rows = folders.map(({ id, name, parentId }, index) => ({
    id,
    name,
    parent_id: parentId,
    position: firstPosition + index,
  }));
  await db.count(sql`
    insert into folders (page_id, id, name, parent_id, position)
    select ${pageId}, id, name, parent_id, position
      from json_to_recordset(${json(rows)}) as row (id bigint, name text, parent_id bigint, position integer)
        on conflict (page_id, id) do update
       set name = excluded.name, parent_id = excluded.parent_id, position = excluded.position`);
}

/** Their flows, which are in the trash, move to the top level. */
export async function deleteFolders(db: Db, pageId: string, ids: number[]): Promise<void> {
  await leaveFolders(db, pageId, ids);
  await db.count(sql`delete from folders where page_id = ${pageId} and id = any (${ids}::bigint[])`);
}

export async function lastFolderPosition(db: Db, pageId: string): Promise<number> {
  const row = await db.get<{ position: number }>(sql`
    select coalesce(max(position), 0) as position from folders where page_id = ${pageId}`);
  return row.position;
}
