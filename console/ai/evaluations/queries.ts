import type { ReplyOf } from "@banter/sdk/manage.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { evaluationsKey } from "../../queries.ts";

export type Summary = ReplyOf<"GET /pages/:page_id/evaluations">["evaluations"][number];
export type Evaluation = ReplyOf<"GET /pages/:page_id/evaluations/:evaluation_id">;
export type Question = Evaluation["questions"][number];
export type Result = NonNullable<Question["draft"]>;

export const evaluationQuery = (pageId: string, id: number) =>
  queryOptions({
    queryKey: [...evaluationsKey(pageId), id],
    queryFn: () =>
      api("GET /pages/:page_id/evaluations/:evaluation_id", { params: { page_id: pageId, evaluation_id: id } }),
    refetchInterval: ({ state }) => (state.data?.is_running ? 2000 : false),
  });

export const flowDraftQuery = (pageId: string, flowId: number | null) =>
  queryOptions({
    queryKey: ["page", pageId, "flow", flowId ?? 0],
    enabled: flowId !== null,
    queryFn: () => api("GET /pages/:page_id/flows/:flow_id", { params: { page_id: pageId, flow_id: flowId ?? 0 } }),
  });

export const sourcesQuery = (pageId: string) =>
  queryOptions({
    queryKey: ["page", pageId, "knowledge", "sources"],
    queryFn: () => api("GET /pages/:page_id/knowledge", { params: { page_id: pageId } }),
  });
