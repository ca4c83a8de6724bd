import type { Db } from "../db/db.ts";
import { json, type Sql, sql } from "../db/sql.ts";

/** An item of type `flow` has no url, one of type `link` no flow. `command`: the name that the owner has chosen. */
export type MenuItem = {
  id: number;
  type: "flow" | "link";
  title: string;
  flowId: number | null;
  url: string | null;
  command: string | null;
};

/** In the owner's order. The flow id is null if the flow is in the trash. */
export function listMenuItems(db: Db, pageId: string): Promise<MenuItem[]> {
  return db.many(menuItemRows(pageId));
}

export const menuItemRows = (pageId: string | Sql) => sql`
    select menu_items.id, type, title, url, command, flows.id as flow_id
      from menu_items
      left join flows on flows.page_id = menu_items.page_id and flows.id = flow_id and trashed_at is null
     where menu_items.page_id = ${pageId}
     order by menu_items.position, menu_items.id`;

/** Inserts or updates menu items. Their positions follow the list, from `firstPosition` on. */
export async function saveMenuItems(db: Db, pageId: string, items: MenuItem[], firstPosition = 1): Promise<void> {
  const rows = items.map(({ id, type, title, flowId, url, command }, index) => ({
    id,
    type,
    title,
    url,
    command,
    flow_id: flowId,
    position: firstPosition + index,
  }));
  await db.count(sql`
    insert into menu_items (page_id, id, position, type, title, flow_id, url, command)
    select ${pageId}, id, position, type, title, flow_id, url, command
      from json_to_recordset(${json(rows)})
        as row (id bigint, position integer, type text, title text, flow_id bigint, url text,
               command text)
        on conflict (page_id, id) do update
       set position = excluded.position, type = excluded.type, title = excluded.title, flow_id = excluded.flow_id,
           url = excluded.url, command = excluded.command`);
}

export async function deleteMenuItems(db: Db, pageId: string, ids: number[]): Promise<void> {
  await db.count(sql`delete from menu_items where page_id = ${pageId} and id = any (${ids}::bigint[])`);
}

/** Before flows are deleted: no menu items may refer to them. */
export async function unsetMenuItemFlows(db: Db, pageId: string, flowIds: number[]): Promise<void> {
  await db.count(sql`
    update menu_items set flow_id = null where page_id = ${pageId} and flow_id = any (${flowIds}::bigint[])`);
}
