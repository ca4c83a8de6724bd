import { useQueryClient } from "@tanstack/react-query";
import { applyPageEvent } from "./conversation-cache.ts";
import { usePageEvents } from "./use-page-events.ts";

/** Keeps the cached conversations of the page current, on every screen of the page. */
export function useLiveConversations(pageId: string): void {
  const client = useQueryClient();
  usePageEvents(pageId, (event) => applyPageEvent(client, pageId, event));
}
