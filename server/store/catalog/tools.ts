import type { ToolSettings } from "@banter/core/model/tools/settings.ts";
import type { ToolType } from "@banter/core/model/tools/tool.ts";
import type { Db } from "../db/db.ts";
import { json, type Sql, sql } from "../db/sql.ts";

export type Tool = {
  id: number;
  type: ToolType;
  name: string;
  ref: string | null;
  flowId: number | null;
  isPublished: boolean;
  /** Of the form that its type has. */
  settings: ToolSettings;
};

/** In the owner's order. The flow id is null if the flow is in the trash. */
export function listTools(db: Db, pageId: string): Promise<Tool[]> {
  return db.many(toolRows(pageId));
}

export const toolRows = (pageId: string | Sql) => sql`
    select tools.id, type, tools.name, ref, is_published, settings, flows.id as flow_id
      from tools
      left join flows on flows.page_id = tools.page_id and flows.id = flow_id and trashed_at is null
     where tools.page_id = ${pageId}
     order by tools.position, tools.id`;

/** Inserts or updates tools. Their positions follow the list, from `firstPosition` on. */
export async function saveTools(db: Db, pageId: string, tools: Tool[], firstPosition = 1): Promise<void> {
  const rows = tools.map(({ flowId, isPublished, ...tool }, index) => ({
    ...tool,
    flow_id: flowId,
    is_published: isPublished,
    position: firstPosition + index,
  }));
  await db.count(sql`
    insert into tools (page_id, id, position, type, name, ref, flow_id, is_published, settings)
    select ${pageId}, id, position, type, name, ref, flow_id, is_published, settings
      from json_to_recordset(${json(rows)})
        as row (id bigint, position integer, type text, name text, ref text, flow_id bigint, is_published boolean,
                settings jsonb)
        on conflict (page_id, id) do update
       set position = excluded.position, type = excluded.type, name = excluded.name, ref = excluded.ref,
           flow_id = excluded.flow_id, is_published = excluded.is_published, settings = excluded.settings`);
}

/** The position stays. So does the flow unless one is given, because a flow in the trash may be restored. */
export async function updateTool(
  db: Db,
  pageId: string,
  { id, name, ref, flowId, isPublished, settings }: Tool,
  { isFlowGiven }: { isFlowGiven: boolean },
): Promise<void> {
  await db.count(sql`
    update tools
       set name = ${name}, ref = ${ref}, is_published = ${isPublished}, settings = ${settings && json(settings)},
           flow_id = case when ${isFlowGiven} then ${flowId} else flow_id end
     where page_id = ${pageId} and id = ${id}`);
}

/** Sorts the tools like the ids. */
export async function saveToolOrder(db: Db, pageId: string, ids: number[]): Promise<void> {
  await db.count(sql`
    update tools set position = place
      from unnest(${ids}::bigint[]) with ordinality as wanted (id, place)
     where page_id = ${pageId} and tools.id = wanted.id`);
}

export async function deleteTools(db: Db, pageId: string, ids: number[]): Promise<void> {
  await db.count(sql`delete from tools where page_id = ${pageId} and id = any (${ids}::bigint[])`);
}

export async function lastToolPosition(db: Db, pageId: string): Promise<number> {
  const row = await db.get<{ position: number }>(sql`
    select coalesce(max(position), 0) as position from tools where page_id = ${pageId}`);
  return row.position;
}

/** Before flows are deleted: no tools may refer to them. */
export async function unsetToolFlows(db: Db, pageId: string, flowIds: number[]): Promise<void> {
  await db.count(sql`
    update tools set flow_id = null where page_id = ${pageId} and flow_id = any (${flowIds}::bigint[])`);
}
