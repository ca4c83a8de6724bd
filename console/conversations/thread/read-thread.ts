import type { Message } from "../queries.ts";

/** The part of a conversation that has been read: its newest messages, without a hole. */
export type Thread = { messages: Message[]; hasMore: boolean };

type Part = { messages: Message[]; has_more: boolean };
type Read = (query: { before?: number; after?: number; limit: number }) => Promise<Part>;

const pageLength = 40;
/** Behind a larger hole the thread begins anew: scrolling up reads the rest. */
const maxHolePages = 3;

/**
 * Reads the newest messages into what is known. `known` is called after each answer, so that messages which another call
 * has added meanwhile are kept.
 */
export async function readThread(read: Read, known: () => Thread | undefined): Promise<Thread> {
  const { messages, has_more: hasMore } = await read({ limit: pageLength });
  const [first, last] = [messages[0], known()?.messages.at(-1)];
  if (!first || !last) return { messages, hasMore };
  if (first.id <= last.id || !hasMore) return addMessages(known(), messages, hasMore);
  const hole = await readBetween(read, last.id, first.id);
  return hole ? addMessages(known(), [...hole, ...messages], hasMore) : { messages, hasMore };
}

/** Reads what is before the first known message. */
export async function readOlder(read: Read, known: () => Thread | undefined): Promise<Thread | undefined> {
  const first = known()?.messages[0];
  if (!first) return known();
  const { messages, has_more } = await read({ before: first.id, limit: pageLength });
  return { ...addMessages(known(), messages, has_more), hasMore: has_more };
}

/** Undefined if there are too many. */
async function readBetween(read: Read, from: number, to: number): Promise<Message[] | undefined> {
  const found: Message[] = [];
  let after = from;
  for (let page = 0; page < maxHolePages; page++) {
    const { messages } = await read({ after, limit: 100 });
    found.push(...messages);
    const last = messages.at(-1)?.id;
    if (last === undefined || last >= to) return found;
    after = last;
  }
  return undefined;
}

/** Each message once, in its newest form, in order. */
export function addMessages(thread: Thread | undefined, messages: readonly Message[], hasMore = false): Thread {
  const byId = new Map(thread?.messages.map((message) => [message.id, message]));
  for (const message of messages) byId.set(message.id, message);
  return {
    messages: [...byId.values()].sort((one, other) => one.id - other.id),
    hasMore: thread?.hasMore ?? hasMore,
  };
}
