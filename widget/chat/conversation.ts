import type { MediaType, Message, QuickReply } from "./message.ts";

/** A message of the visitor that the stream has not returned yet. */
export type Outgoing = {
  key: string;
  at: string;
  text: string;
  payload?: string;
  file?: OutgoingFile;
  state: "sending" | "waiting" | "accepted" | "refused";
};

/** A file on its way out. Its bytes stay with the outbox, so it survives a reload only once it is uploaded. */
export type OutgoingFile = {
  name: string;
  type: MediaType;
  /** Shows a picture from the visitor's own device. */
  preview?: string;
  /** The part that is uploaded, from 0 to 1. */
  progress: number;
  /** The server's id, once it is uploaded. */
  id?: number;
  /** The code of the server's refusal. */
  refusal?: string;
};

export type Conversation = { messages: Message[]; outbox: Outgoing[] };

/** Adds new messages in the order of their ids. A message of the visitor leaves the outbox when it comes back. */
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

export function isUnsent({ state }: Outgoing): boolean {
  return state === "sending" || state === "waiting";
}

/** The visitor has written or pressed something. */
export function hasWritten({ messages, outbox }: Conversation): boolean {
  return outbox.length > 0 || messages.some(({ from }) => from === "visitor");
}

export function newestId(messages: Message[], from?: Message["from"]): number {
  return messages.findLast((message) => !from || message.from === from)?.id ?? 0;
}

/** False for reactions, and for content that this version does not know. */
export const isShown = ({ type }: Message): boolean => type !== "unknown" && type !== "reaction";

export function countUnread(messages: Message[], seenThrough: number): number {
  return messages.filter((message) => message.from === "page" && message.id > seenThrough && isShown(message)).length;
}

/** The page's reactions by the ids of the visitor's messages. The newest one counts. */
export function reactionsIn(messages: Message[]): ReadonlyMap<number, string | null> {
  return new Map(
    messages.flatMap((message) => (message.type === "reaction" ? [[message.messageId, message.emoji]] : [])),
  );
}

/** The visitor's newest message, if it has reached the page: its key or id, and if it was read or answered. */
export function newestReceipt({ messages, outbox }: Conversation, readThrough: number): Receipt | undefined {
  const sending = outbox.at(-1);
  if (sending) return sending.state === "accepted" ? { key: sending.key, isSeen: false } : undefined;
  const message = messages.findLast(({ from }) => from === "visitor");
  if (!message) return undefined;
  const isSeen = message.id <= readThrough || newestId(messages, "page") > message.id;
  return { key: message.key ?? String(message.id), isSeen };
}

export type Receipt = { key: string; isSeen: boolean };

/** The newest quick replies since the visitor's last message. */
export function openQuickReplies({ messages, outbox }: Conversation): QuickReply[] {
  if (outbox.length > 0) return [];
  const since = messages.slice(messages.findLastIndex(({ from }) => from === "visitor") + 1);
  return since.findLast(({ quickReplies }) => quickReplies.length > 0)?.quickReplies ?? [];
}
