import type { ToolType } from "@banter/core/model/tools/tool.ts";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** An item of one of the page's lists that starts a flow. */
export type ListedUse = {
  type: "keyword" | "ice_breaker" | "menu_item" | "tool";
  id: number;
  name: string;
  flowId: number;
  isActive: boolean;
  /** Of a tool. */
  toolType: ToolType | null;
};

/**
 * The items that start one of the flows, or any flow if none are named; also those of flows in the trash: they start it
 * again if it is restored.
 */
export function listListedUses(db: Db, pageId: string, flowIds?: number[]): Promise<ListedUse[]> {
  const isWanted = flowIds ? sql`flow_id = any (${flowIds}::bigint[])` : sql`flow_id is not null`;
  return db.many(sql`
    select type, id, name, flow_id, is_active, tool_type
      from (select 1 as list, 'keyword' as type, id, position, name, flow_id, is_activated as is_active,
                   null::text as tool_type
              from keywords
             where page_id = ${pageId} and ${isWanted}
             union all
            select 2, 'ice_breaker', id, position, title, flow_id, true, null
              from ice_breakers
             where page_id = ${pageId} and ${isWanted}
             union all
            select 3, 'menu_item', id, position, title, flow_id, true, null
              from menu_items
             where page_id = ${pageId} and ${isWanted}
             union all
            select 4, 'tool', id, position, name, flow_id, is_published, type
              from tools
             where page_id = ${pageId} and ${isWanted}) as uses
     order by list, position, id`);
}
