import type { Content as Schema } from "@banter/core/model/content/content.ts";
import type { QueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { conversationKeys } from "../../live/keys.ts";
import type { Message } from "../queries.ts";
import { reactionOf } from "../thread/reactions.ts";
import type { AnsweredMessage } from "./use-answering.ts";

/** Content as callers give it. */
export type Content = z.input<typeof Schema>;

/** A message that is being sent, or that could not be handed to the server. */
export type Pending = {
  /** Sent with every attempt, so that the server sends it once. */
  key: string;
  at: string;
  content: Content;
  messageTag: string | undefined;
  /** The message that it answers. */
  answered: AnsweredMessage | undefined;
  /** Called when the server has it. */
  onSent?: (() => void) | undefined;
  /** The newest message when it was sent: its own is behind that. */
  afterId: number;
  error: unknown;
};

const outboxKey = (pageId: string, psid: string) => [...conversationKeys.all(pageId), "outbox", psid] as const;

/** Changes the sends that are under way in a conversation. The list outlives the screen: one may look at another conversation meanwhile. */
export function changeOutbox(
  client: QueryClient,
  pageId: string,
  psid: string,
  change: (pending: readonly Pending[]) => readonly Pending[],
): void {
  const queryKey = outboxKey(pageId, psid);
  client.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });
  client.setQueryData<readonly Pending[]>(queryKey, (pending = []) => change(pending));
}

export const outboxQueryKey = outboxKey;

/**
 * Leaves out what is in the thread already: an event can bring a message before the call that sent it is answered. Each
 * message of this member behind the send stands for one send, the oldest first. A send that failed stays until it is
 * sent again or dropped.
 */
export function notYetShown(
  pending: readonly Pending[],
  messages: readonly Message[],
  userId: string,
): readonly Pending[] {
  const own = messages.filter(
    (message) => message.from === "person" && message.author?.user_id === userId && !reactionOf(message),
  );
  const taken = new Set<number>();
  return pending.filter(({ afterId, error, content }) => {
    if (error !== undefined) return true;
    const its = own.filter(({ id }) => id > afterId && !taken.has(id)).slice(0, content.messages.length);
    for (const { id } of its) taken.add(id);
    return its.length === 0;
  });
}
