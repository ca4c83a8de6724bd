import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "../../api.ts";

/** Other pages than the open one have no stream in this tab. */
const pollMs = 60_000;

export const unreadQuery = queryOptions({
  queryKey: ["notifications", "unread"],
  queryFn: async () => (await api("GET /notifications", { query: { limit: 1 } })).unread,
  refetchInterval: pollMs,
});

export const listQuery = infiniteQueryOptions({
  queryKey: ["notifications", "list"],
  queryFn: ({ pageParam }) => api("GET /notifications", { query: pageParam === null ? {} : { before: pageParam } }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
});
