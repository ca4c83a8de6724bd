import type { ReplyOf } from "@banter/sdk/manage.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api.ts";

export type FlowUse = ReplyOf<"GET /pages/:page_id/flows/:flow_id/uses">["uses"][number];

/** The uses of all flows of a page, to invalidate them together: a keyword may move from one flow to another. */
export const usesKey = (pageId: string) => ["page", pageId, "uses"] as const;

/** The starts of each flow of the page: by what, and how often it was started and finished lately. */
export const overviewQuery = (pageId: string) =>
  queryOptions({
    queryKey: [...usesKey(pageId), "overview"],
    queryFn: () => api("GET /pages/:page_id/flow_overview", { params: { page_id: pageId } }),
  });

/** Everything that starts the flow. */
export const usesQuery = (pageId: string, flowId: number) =>
  queryOptions({
    queryKey: [...usesKey(pageId), flowId],
    queryFn: async () =>
      (await api("GET /pages/:page_id/flows/:flow_id/uses", { params: { page_id: pageId, flow_id: flowId } })).uses,
  });
