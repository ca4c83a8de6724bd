import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../api.ts";
import type { Days } from "../ui/period/period.ts";

export const statisticsQuery = (pageId: string, query: Days & { by?: "hour" | "day" | "week" }) =>
  queryOptions({
    queryKey: ["page", pageId, "statistics", query],
    queryFn: () => api("GET /pages/:page_id/statistics", { params: { page_id: pageId }, query }),
    placeholderData: keepPreviousData,
  });

export const unmatchedQuery = (pageId: string, query: Days) =>
  queryOptions({
    queryKey: ["page", pageId, "unmatched", query],
    queryFn: () => api("GET /pages/:page_id/statistics/unmatched", { params: { page_id: pageId }, query }),
    placeholderData: keepPreviousData,
  });

export const goalsQuery = (pageId: string, query: Days) =>
  queryOptions({
    queryKey: ["page", pageId, "goals", query],
    queryFn: () => api("GET /pages/:page_id/statistics/goals", { params: { page_id: pageId }, query }),
    placeholderData: keepPreviousData,
  });

export const aiQuery = (pageId: string, query: Days) =>
  queryOptions({
    queryKey: ["page", pageId, "ai-numbers", query],
    queryFn: () => api("GET /pages/:page_id/statistics/ai", { params: { page_id: pageId }, query }),
    placeholderData: keepPreviousData,
  });
