import type { ReplyOf } from "@banter/sdk/manage.ts";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "../../api.ts";

export type Source = ReplyOf<"GET /pages/:page_id/knowledge">["sources"][number];
export type SourceForm = NonNullable<Source["form"]>;
export type Passage = ReplyOf<"GET /pages/:page_id/knowledge/:source_id/passages">["passages"][number];
export type Miss = ReplyOf<"GET /pages/:page_id/knowledge/misses">["misses"][number];

/** Events of the page tell of progress: everything below is read again then. */
export const knowledgeKey = (pageId: string) => ["page", pageId, "knowledge"];

export const knowledgeQuery = (pageId: string) =>
  queryOptions({
    queryKey: [...knowledgeKey(pageId), "sources"],
    queryFn: () => api("GET /pages/:page_id/knowledge", { params: { page_id: pageId } }),
    // Events are hints, which may be lost.
    refetchInterval: ({ state }) => (state.data?.sources.some(isMoving) ? 5000 : false),
  });

const isMoving = ({ state }: Source) => state === "waiting" || state === "reading";

export const passagesQuery = (pageId: string, sourceId: number) =>
  infiniteQueryOptions({
    queryKey: [...knowledgeKey(pageId), "passages", sourceId],
    initialPageParam: 0,
    queryFn: ({ pageParam: cursor }) =>
      api("GET /pages/:page_id/knowledge/:source_id/passages", {
        params: { page_id: pageId, source_id: sourceId },
        query: { cursor },
      }),
    getNextPageParam: ({ next }) => next,
  });

export const missesQuery = (pageId: string) =>
  queryOptions({
    queryKey: [...knowledgeKey(pageId), "misses"],
    queryFn: async () => (await api("GET /pages/:page_id/knowledge/misses", { params: { page_id: pageId } })).misses,
  });
