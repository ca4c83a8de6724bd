import type { SegmentCondition } from "@banter/core/flow/conditions/rule.ts";
import type { ReplyOf } from "@banter/sdk/manage.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../api.ts";

export type Segment = ReplyOf<"GET /pages/:page_id/segments">["segments"][number];
export type Broadcast = ReplyOf<"GET /pages/:page_id/broadcasts">["broadcasts"][number];
export type Forecast = ReplyOf<"POST /pages/:page_id/broadcasts/forecast">;
export type VariantReport = ReplyOf<"GET /pages/:page_id/broadcasts/:broadcast_id/report">["variants"][number];
export type Settings = ReplyOf<"GET /pages/:page_id/audience">;
export type Sequence = ReplyOf<"GET /pages/:page_id/sequences">["sequences"][number];
export type SequenceReport = ReplyOf<"GET /pages/:page_id/sequences/:sequence_id/report">;
export type Rule = ReplyOf<"GET /pages/:page_id/rules">["rules"][number];
export type Spec = Parameters<typeof api<"POST /pages/:page_id/broadcasts">>[1]["body"]["spec"];

export const segmentsKey = (pageId: string) => ["page", pageId, "segments"];
/** Events of the page tell of progress: everything below is read again then. */
export const broadcastsKey = (pageId: string) => ["page", pageId, "broadcasts"];

export const segmentsQuery = (pageId: string) =>
  queryOptions({
    queryKey: segmentsKey(pageId),
    queryFn: async () => (await api("GET /pages/:page_id/segments", { params: { page_id: pageId } })).segments,
  });

export const segmentCountQuery = (pageId: string, segmentId: number) =>
  queryOptions({
    queryKey: [...segmentsKey(pageId), segmentId, "count"],
    queryFn: () =>
      api("GET /pages/:page_id/segments/:segment_id/count", { params: { page_id: pageId, segment_id: segmentId } }),
    staleTime: 30_000,
  });

/** The first customers of a segment as it is saved. */
export const segmentMembersQuery = (pageId: string, segmentId: number) =>
  queryOptions({
    queryKey: [...segmentsKey(pageId), segmentId, "members"],
    queryFn: async () =>
      (
        await api("GET /pages/:page_id/segments/:segment_id/customers", {
          params: { page_id: pageId, segment_id: segmentId },
          query: { limit: 8 },
        })
      ).customers,
    staleTime: 10_000,
  });

export const countQuery = (pageId: string, condition: SegmentCondition) =>
  queryOptions({
    queryKey: [...segmentsKey(pageId), "count", condition],
    queryFn: () => api("POST /pages/:page_id/segments/count", { params: { page_id: pageId }, body: { condition } }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });

export const isMoving = ({ state }: Pick<Broadcast, "state">) => state === "scheduled" || state === "running";

export const broadcastsQuery = (pageId: string) =>
  queryOptions({
    queryKey: [...broadcastsKey(pageId), "list"],
    queryFn: async () => (await api("GET /pages/:page_id/broadcasts", { params: { page_id: pageId } })).broadcasts,
    refetchInterval: ({ state }) => (state.data?.some(isMoving) ? 5000 : false),
  });

export const broadcastQuery = (pageId: string, broadcastId: number) =>
  queryOptions({
    queryKey: [...broadcastsKey(pageId), broadcastId],
    queryFn: () =>
      api("GET /pages/:page_id/broadcasts/:broadcast_id", { params: { page_id: pageId, broadcast_id: broadcastId } }),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? 3000 : false),
  });

export const reportQuery = (pageId: string, broadcastId: number, isLive: boolean) =>
  queryOptions({
    queryKey: [...broadcastsKey(pageId), broadcastId, "report"],
    queryFn: async () =>
      (
        await api("GET /pages/:page_id/broadcasts/:broadcast_id/report", {
          params: { page_id: pageId, broadcast_id: broadcastId },
        })
      ).variants,
    refetchInterval: isLive ? 5000 : 30_000,
  });

export const forecastQuery = (pageId: string, spec: Spec) =>
  queryOptions({
    queryKey: [...broadcastsKey(pageId), "forecast", spec],
    queryFn: () => api("POST /pages/:page_id/broadcasts/forecast", { params: { page_id: pageId }, body: { spec } }),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 10_000,
  });

export const settingsQuery = (pageId: string) =>
  queryOptions({
    queryKey: ["page", pageId, "audience"],
    queryFn: () => api("GET /pages/:page_id/audience", { params: { page_id: pageId } }),
  });

/** The newest customers, or those that a search finds: somebody to send a test to. */
export const testersQuery = (pageId: string, search: string) =>
  queryOptions({
    queryKey: ["page", pageId, "customers", "testers", search],
    queryFn: async () =>
      (
        await api("GET /pages/:page_id/customers", {
          params: { page_id: pageId },
          query: { limit: 20, ...(search && { search }) },
        })
      ).customers.filter(({ is_contact }) => !is_contact),
    placeholderData: keepPreviousData,
  });

export const sequenceQuery = (pageId: string, sequenceId: number) =>
  queryOptions({
    queryKey: ["page", pageId, "sequences", sequenceId],
    queryFn: () =>
      api("GET /pages/:page_id/sequences/:sequence_id", { params: { page_id: pageId, sequence_id: sequenceId } }),
  });

export const sequenceReportQuery = (pageId: string, sequenceId: number) =>
  queryOptions({
    queryKey: ["page", pageId, "sequences", sequenceId, "report"],
    queryFn: () =>
      api("GET /pages/:page_id/sequences/:sequence_id/report", {
        params: { page_id: pageId, sequence_id: sequenceId },
      }),
  });

export const rulesQuery = (pageId: string) =>
  queryOptions({
    queryKey: ["page", pageId, "rules"],
    queryFn: async () => (await api("GET /pages/:page_id/rules", { params: { page_id: pageId } })).rules,
  });

export const ruleQuery = (pageId: string, ruleId: number) =>
  queryOptions({
    queryKey: ["page", pageId, "rules", ruleId],
    queryFn: () => api("GET /pages/:page_id/rules/:rule_id", { params: { page_id: pageId, rule_id: ruleId } }),
  });
