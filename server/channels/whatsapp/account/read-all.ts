import { z } from "zod";
import { callCloud } from "../graph.ts";
import type { Settings } from "../settings.ts";

/** More than an account may have. */
const maxPages = 50;

/** All items of a list of the account, page by page. */
export async function readAll(settings: Settings, edge: string, fields: string): Promise<unknown[]> {
  const items: unknown[] = [];
  let after = "";
  for (let page = 0; page < maxPages; page++) {
    const cursor = after === "" ? "" : `&after=${encodeURIComponent(after)}`;
    const path = `${settings.businessAccountId}/${edge}?fields=${fields}&limit=100${cursor}`;
    const { body } = await callCloud(settings, path);
    const { data = [], paging } = List.parse(body);
    items.push(...data);
    after = paging?.cursors?.after ?? "";
    if (after === "" || paging?.next === undefined) break;
  }
  return items;
}

const List = z.object({
  data: z.array(z.unknown()).optional(),
  paging: z
    .object({ cursors: z.object({ after: z.string().optional() }).optional(), next: z.string().optional() })
    .optional(),
});
