import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "../../api.ts";
import { conversationKeys as keys } from "../../live/keys.ts";
import { readThread, type Thread } from "./read-thread.ts";

/** The newest messages of a conversation, beside those that are known. */
export function threadQuery(client: QueryClient, pageId: string, psid: string) {
  const queryKey = keys.thread(pageId, psid);
  const known = () => client.getQueryData<Thread>(queryKey);
  return queryOptions<Thread>({ queryKey, queryFn: () => readThread(readerOf(pageId, psid), known) });
}

export const readerOf = (pageId: string, psid: string) => (query: { before?: number; after?: number; limit: number }) =>
  api("GET /pages/:page_id/conversations/:psid/messages", { params: { page_id: pageId, psid }, query });
