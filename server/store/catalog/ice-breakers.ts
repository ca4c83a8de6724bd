import type { Db } from "../db/db.ts";
import { json, type Sql, sql } from "../db/sql.ts";

export type IceBreaker = { id: number; title: string; flowId: number | null };

/** In the owner's order. The flow id is null if the flow is in the trash. */
export function listIceBreakers(db: Db, pageId: string): Promise<IceBreaker[]> {
  return db.many(iceBreakerRows(pageId));
}

export const iceBreakerRows = (pageId: string | Sql) => sql`
    select ice_breakers.id, title, flows.id as flow_id
      from ice_breakers
      left join flows on flows.page_id = ice_breakers.page_id and flows.id = flow_id and trashed_at is null
     where ice_breakers.page_id = ${pageId}
     order by ice_breakers.position, ice_breakers.id`;

/** Inserts or updates ice breakers. Their positions follow the list, from `firstPosition` on. */
export async function saveIceBreakers(db: Db, pageId: string, items: IceBreaker[], firstPosition = 1): Promise<void> {
  const rows = items.map(({ id, title, flowId }, index) => ({
    id,
    title,
    flow_id: flowId,
    position: firstPosition + index,
  }));
  await db.count(sql`
    insert into ice_breakers (page_id, id, position, title, flow_id)
    select ${pageId}, id, position, title, flow_id
      from json_to_recordset(${json(rows)}) as row (id bigint, position integer, title text, flow_id bigint)
        on conflict (page_id, id) do update
       set position = excluded.position, title = excluded.title, flow_id = excluded.flow_id`);
}

export async function deleteIceBreakers(db: Db, pageId: string, ids: number[]): Promise<void> {
  await db.count(sql`delete from ice_breakers where page_id = ${pageId} and id = any (${ids}::bigint[])`);
}

/** Before flows are deleted: no ice breakers may refer to them. */
export async function unsetIceBreakerFlows(db: Db, pageId: string, flowIds: number[]): Promise<void> {
  await db.count(sql`
    update ice_breakers set flow_id = null where page_id = ${pageId} and flow_id = any (${flowIds}::bigint[])`);
}
