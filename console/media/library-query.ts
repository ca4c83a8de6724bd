import type { MediaKind } from "@banter/core/model/media.ts";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { api } from "../api.ts";

export const libraryKey = (pageId: string) => ["page", pageId, "media"] as const;

/** The page's files, newest first, a part at a time. */
export const libraryQuery = (pageId: string, filter: { kind: MediaKind | undefined; search: string }) =>
  infiniteQueryOptions({
    queryKey: [...libraryKey(pageId), filter],
    queryFn: ({ pageParam }) =>
      api("GET /pages/:page_id/media", {
        params: { page_id: pageId },
        query: {
          kind: filter.kind,
          search: filter.search || undefined,
          before: pageParam ?? undefined,
          limit: 24,
        },
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
