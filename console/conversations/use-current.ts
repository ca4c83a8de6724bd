import { useQuery } from "@tanstack/react-query";
import type { ConversationInfo } from "../live/conversation-cache.ts";
import { linesQuery } from "./queries.ts";

/** The conversation with the newest form of its line, which an event may have brought after it was read. */
export function useCurrent(pageId: string, info: ConversationInfo | undefined): ConversationInfo | undefined {
  const { data: lines } = useQuery(linesQuery(pageId));
  const line = info && lines?.get(info.conversation.psid);
  return line && line.changed > info.conversation.changed ? { ...info, conversation: line } : info;
}
