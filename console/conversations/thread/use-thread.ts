import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { conversationKeys as keys } from "../../live/keys.ts";
import type { Message } from "../queries.ts";
import { addMessages, readOlder, type Thread } from "./read-thread.ts";
import { readerOf, threadQuery } from "./thread-query.ts";

/** The messages of a conversation, with `readMore` for older ones. Events make it read the newest ones again. */
export function useThread(pageId: string, psid: string) {
  const client = useQueryClient();
  const queryKey = keys.thread(pageId, psid);
  const known = () => client.getQueryData<Thread>(queryKey);
  const query = useQuery(threadQuery(client, pageId, psid));
  const isReading = useRef(false);
  const [hasFailed, setHasFailed] = useState(false);

  async function readMore(): Promise<void> {
    if (isReading.current || !known()?.hasMore) return;
    isReading.current = true;
    setHasFailed(false);
    try {
      const older = await readOlder(readerOf(pageId, psid), known);
      if (older) client.setQueryData<Thread>(queryKey, older);
    } catch {
      setHasFailed(true);
    } finally {
      isReading.current = false;
    }
  }
  return { ...query, readMore, hasFailed };
}

/** Puts messages that a call has returned into the thread. */
export function useAddMessages(pageId: string, psid: string): (messages: readonly Message[]) => void {
  const client = useQueryClient();
  return (messages) =>
    client.setQueryData<Thread>(keys.thread(pageId, psid), (thread) => thread && addMessages(thread, messages));
}

/** One message in its present form. */
export async function readMessage(pageId: string, psid: string, id: number): Promise<Message[]> {
  const { messages } = await readerOf(pageId, psid)({ before: id + 1, limit: 1 });
  return messages.filter((message) => message.id === id);
}
