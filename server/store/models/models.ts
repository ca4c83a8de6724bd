import type { ModelForm } from "@banter/core/flow/ai/model.ts";
import type { Db } from "../db/db.ts";
import { json, sql } from "../db/sql.ts";

export type Model = ModelForm & { id: number };

type Row = { id: number; name: string; model: Omit<ModelForm, "name"> };

export async function listModels(db: Db, pageId: string): Promise<Model[]> {
  const rows = await db.many<Row>(sql`
    select id, name, model from models where page_id = ${pageId} order by position, id`);
  return rows.map(modelOf);
}

export async function findModel(db: Db, pageId: string, id: number): Promise<Model | undefined> {
  const row = await db.find<Row>(sql`select id, name, model from models where page_id = ${pageId} and id = ${id}`);
  return row && modelOf(row);
}

/** Inserts or updates models. Their positions follow the list. */
export async function saveModels(db: Db, pageId: string, models: Model[]): Promise<void> {
  const rows = models.map(({ id, name, ...model }, index) => ({ id, name, model, position: index + 1 }));
  await db.count(sql`
    insert into models (page_id, id, position, name, model)
    select ${pageId}, id, position, name, model
      from json_to_recordset(${json(rows)}) as row (id bigint, position integer, name text, model json)
        on conflict (page_id, id) do update
       set position = excluded.position, name = excluded.name, model = excluded.model`);
}

export async function deleteModels(db: Db, pageId: string, ids: number[]): Promise<void> {
  await db.count(sql`delete from models where page_id = ${pageId} and id = any (${ids}::bigint[])`);
}

const modelOf = ({ id, name, model }: Row): Model => ({ id, name, ...model });
