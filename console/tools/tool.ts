import { foldMarks } from "@banter/core/match/normalise.ts";
import type { ReplyOf } from "@banter/sdk/manage.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api.ts";

export type Tool = ReplyOf<"GET /pages/:page_id/tools">["tools"][number];

/** A tool with a ref, which gives a link or something else to publish. */
export type RefTool = Extract<Tool, { link: string }>;

export const hasRef = (tool: Tool): tool is RefTool => "link" in tool;

export const toolsQuery = (pageId: string) =>
  queryOptions({
    queryKey: ["page", pageId, "tools"],
    queryFn: async () => (await api("GET /pages/:page_id/tools", { params: { page_id: pageId } })).tools,
  });

/** The numbers of each tool over the last 28 days. */
export const toolNumbersQuery = (pageId: string) =>
  queryOptions({
    queryKey: ["page", pageId, "statistics", "tools"],
    queryFn: async () => (await api("GET /pages/:page_id/statistics", { params: { page_id: pageId } })).tools,
  });

/** A ref made of a name: "Quán cà phê" gives `quan-ca-phe`, or `quan-ca-phe-2` if that is taken. */
export function refOf(name: string, taken: ReadonlySet<string>): string {
  const plain = foldMarks(name)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 90);
  const ref = plain === "" ? "tool" : plain;
  if (!taken.has(ref)) return ref;
  for (let number = 2; ; number++) if (!taken.has(`${ref}-${number}`)) return `${ref}-${number}`;
}
