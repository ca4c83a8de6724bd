import type { Ids } from "./workspace.ts";

export type Fields = { params?: Ids; query?: Ids; body?: unknown };

/** The names of the things that a route's fields name otherwise than its path would: `ids` of keywords, a `parent_id`. */
export function idsFor(key: string, ids: Ids): Ids {
  const { folder_id, flow_id, tag_id, message_id, psid } = ids as Record<string, string | number>;
  const renamed = { parent_id: folder_id, reply_to: message_id, through: message_id, psids: psid, tag: tag_id };
  const flows = { welcome_flow_id: flow_id, default_reply_flow_id: flow_id, flow_ids: flow_id };
  const tags = { add_tags: tag_id, remove_tags: tag_id };
  const { name: _, version: __, ...others } = ids;
  return { ...others, ...renamed, ...flows, ...tags, ...listed(key, ids) } as Ids;
}

function listed(key: string, ids: Ids): Ids {
  if (key.includes("keywords/order")) return { ids: ids.keyword_id ?? 0 };
  if (key.includes("tools/order")) return { ids: ids.tool_id ?? 0 };
  if (key.includes("ice_breakers")) return { id: ids.ice_breaker_id ?? 0 };
  if (key.includes("main_menu")) return { id: ids.menu_item_id ?? 0 };
  return {};
}

/** The method and the path of a call. Parameters without a value have the id of the same name. */
export function addressOf(
  key: string,
  ids: Ids,
  { params = {}, query = {} }: Fields,
): { method: string; path: string } {
  const [method = "", template = ""] = key.split(" ");
  const path = template.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ids[name] ?? ""));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return { method, path: search.size > 0 ? `${path}?${search}` : path };
}

export const paramsOf = (key: string) => [...key.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
