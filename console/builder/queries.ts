import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../api.ts";
import type { Days } from "../ui/period/period.ts";

export const flowQuery = (pageId: string, flowId: number) =>
  queryOptions({
    queryKey: ["page", pageId, "flow", flowId],
    queryFn: () => api("GET /pages/:page_id/flows/:flow_id", { params: { page_id: pageId, flow_id: flowId } }),
  });

export const countersQuery = (pageId: string, flowId: number) =>
  queryOptions({
    queryKey: ["page", pageId, "flow", flowId, "counters"],
    queryFn: async () =>
      (await api("GET /pages/:page_id/flows/:flow_id/counters", { params: { page_id: pageId, flow_id: flowId } }))
        .steps,
    refetchInterval: 30_000,
  });

/** The steps' numbers of a period, in the form of the counters of all time. */
export const flowNumbersQuery = (pageId: string, flowId: number, days: Days) =>
  queryOptions({
    queryKey: ["page", pageId, "flow", flowId, "numbers", days],
    queryFn: () =>
      api("GET /pages/:page_id/flows/:flow_id/statistics", {
        params: { page_id: pageId, flow_id: flowId },
        query: days,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });

export const versionsQuery = (pageId: string, flowId: number) =>
  queryOptions({
    queryKey: ["page", pageId, "flow", flowId, "versions"],
    queryFn: async () =>
      (await api("GET /pages/:page_id/flows/:flow_id/versions", { params: { page_id: pageId, flow_id: flowId } }))
        .versions,
  });

export const versionQuery = (pageId: string, flowId: number, version: number) =>
  queryOptions({
    queryKey: ["page", pageId, "flow", flowId, "version", version],
    queryFn: () =>
      api("GET /pages/:page_id/flows/:flow_id/versions/:version", {
        params: { page_id: pageId, flow_id: flowId, version },
      }),
    // A version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
