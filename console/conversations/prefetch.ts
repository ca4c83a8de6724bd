import type { QueryClient } from "@tanstack/react-query";
import { viewOf } from "./list/view.ts";
import { conversationQuery, listQuery, notesQuery } from "./queries.ts";
import { threadQuery } from "./thread/thread-query.ts";

/** Asks for the list and the open conversation, before the screen is there that shows them. */
export function prefetchConversations(
  client: QueryClient,
  pageId: string,
  { psid, ...address }: { psid: string | undefined } & Parameters<typeof viewOf>[0],
): void {
  if (psid !== undefined) {
    void client.prefetchQuery(threadQuery(client, pageId, psid));
    void client.prefetchQuery(conversationQuery(pageId, psid));
    void client.prefetchQuery(notesQuery(pageId, psid));
  }
  void client.prefetchInfiniteQuery(listQuery(pageId, viewOf(address)));
}
