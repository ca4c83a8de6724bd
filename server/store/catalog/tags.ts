import type { Db } from "../db/db.ts";
import { json, type Sql, sql } from "../db/sql.ts";

export type Tag = { id: number; name: string };

export function listTags(db: Db, pageId: string): Promise<Tag[]> {
  return db.many(tagRows(pageId));
}

export const tagRows = (pageId: string | Sql) => sql`
    select id, name from tags where tags.page_id = ${pageId} order by position, id`;

/** Inserts or updates tags. Their positions follow the list, from `firstPosition` on. */
export async function saveTags(db: Db, pageId: string, tags: Tag[], firstPosition = 1): Promise<void> {
  const rows = tags.map(({ id, name }, index) => ({ id, name, position: firstPosition + index }));
  await db.count(sql`
    insert into tags (page_id, id, position, name)
    select ${pageId}, id, position, name
      from json_to_recordset(${json(rows)}) as row (id bigint, position integer, name text)
        on conflict (page_id, id) do update set position = excluded.position, name = excluded.name`);
}

export async function deleteTags(db: Db, pageId: string, ids: number[]): Promise<void> {
  await db.count(sql`delete from tags where page_id = ${pageId} and id = any (${ids}::bigint[])`);
}
