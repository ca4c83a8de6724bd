import { queryOptions } from "@tanstack/react-query";
import { api } from "../api.ts";
import { conversationKeys } from "../live/keys.ts";

/** The numbers beside the filters of the inbox and in the navigation, each at most 1,000. Events renew them. */
export const conversationCountsQuery = (pageId: string) =>
  queryOptions({
    queryKey: conversationKeys.counts(pageId),
    queryFn: async () =>
      (await api("GET /pages/:page_id/conversations", { params: { page_id: pageId }, query: { limit: 1 } })).counts,
  });
