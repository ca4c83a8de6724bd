import type { FieldType } from "@banter/core/model/custom-field.ts";
import type { Db } from "../db/db.ts";
import { json, type Sql, sql } from "../db/sql.ts";

/** `label` is how people read the name; null: the name itself. */
export type CustomField = { id: number; name: string; type: FieldType; label: string | null };

export function listCustomFields(db: Db, pageId: string): Promise<CustomField[]> {
  return db.many(customFieldRows(pageId));
}

export const customFieldRows = (pageId: string | Sql) => sql`
    select id, name, type, label from custom_fields where custom_fields.page_id = ${pageId} order by position, id`;

/** Inserts or updates fields. Their positions follow the list, from `firstPosition` on. */
export async function saveCustomFields(
  db: Db,
  pageId: string,
  fields: CustomField[],
  firstPosition = 1,
): Promise<void> {
  const rows = fields.map(({ id, name, type, label }, index) => ({
    id,
    name,
    type,
    label,
    position: firstPosition + index,
  }));
  await db.count(sql`
    insert into custom_fields (page_id, id, position, name, type, label)
    select ${pageId}, id, position, name, type, label
      from json_to_recordset(${json(rows)}) as row (id bigint, position integer, name text, type text, label text)
        on conflict (page_id, id) do update
       set position = excluded.position, name = excluded.name, type = excluded.type, label = excluded.label`);
}

export async function deleteCustomFields(db: Db, pageId: string, ids: number[]): Promise<void> {
  await db.count(sql`delete from custom_fields where page_id = ${pageId} and id = any (${ids}::bigint[])`);
}
