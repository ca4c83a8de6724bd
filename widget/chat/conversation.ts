import type { Message, QuickReply } from "./message.ts";

/** A message of the visitor's that the stream has not brought back yet. */
export type Outgoing = {
  key: string;
  at: string;
  text: string;
  payload?: string;
  state: "sending" | "waiting" | "accepted" | "refused";
};

export type Conversation = { messages: Message[]; outbox: Outgoing[] };

/** Adds what is not known yet, in the order of ids. An own message that comes back leaves the outbox. */
export function addMessages({ messages, outbox }: Conversation, incoming: Message[]): Conversation {
  const known = new Set(messages.map(({ id }) => id));
  const added = incoming.filter(({ id }) => !known.has(id) && known.add(id));
  if (added.length === 0) return { messages, outbox };
  const keys = new Set(added.map(({ key }) => key));
  return {
    messages: [...messages, ...added].sort((one, other) => one.id - other.id),
    outbox: outbox.filter(({ key }) => !keys.has(key)),
  };
}

export function newestId(messages: Message[], from?: Message["from"]): number {
  return messages.findLast((message) => !from || message.from === from)?.id ?? 0;
}

export function countUnread(messages: Message[], seenThrough: number): number {
  return messages.filter(({ id, from, type }) => from === "page" && id > seenThrough && type !== "unknown").length;
}

/** The newest suggestions since the visitor last wrote. */
export function openQuickReplies({ messages, outbox }: Conversation): QuickReply[] {
  if (outbox.length > 0) return [];
  const since = messages.slice(messages.findLastIndex(({ from }) => from === "visitor") + 1);
  return since.findLast(({ quickReplies }) => quickReplies.length > 0)?.quickReplies ?? [];
}
