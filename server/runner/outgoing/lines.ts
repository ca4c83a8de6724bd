import type { OutgoingItem } from "./item.ts";

/**
 * The messages of one page that are in memory: a line for each customer, in the order of their ids. Only the first
 * message of a line may go.
 */
export function createLines() {
  const lines = new Map<string, OutgoingItem[]>();
  /** Customers whose first message may go. A customer who waits for a reply goes before bulk messages. */
  const ready = { reply: new Set<string>(), bulk: new Set<string>() };
  /** Customers whose first message waits for its time. */
  const delayed = new Map<string, number>();
  let length = 0;

  /** Files the customer by the state of their first message. */
  function file(psid: string): void {
    ready.reply.delete(psid);
    ready.bulk.delete(psid);
    delayed.delete(psid);
    const line = lines.get(psid);
    const state = line?.[0]?.state;
    if (!line || !state) return;
    if (state.name === "delayed") delayed.set(psid, state.until);
    else if (state.name === "waiting" || state.name === "recorded")
      ready[line.some(({ message }) => message.lane === "reply") ? "reply" : "bulk"].add(psid);
  }

  return {
    get length() {
      return length;
    },
    has: (psid: string) => lines.has(psid),
    first: (psid: string) => lines.get(psid)?.[0],
    last: (psid: string) => lines.get(psid)?.at(-1),
    find: (psid: string, id: number) => lines.get(psid)?.find(({ message }) => message.id === id),
    all: (): OutgoingItem[] => [...lines.values()].flat(),
    /** Adds a message in the order of ids, but never before one that has been started. */
    add(item: OutgoingItem): void {
      const { psid, id } = item.message;
      const line = lines.get(psid) ?? [];
      lines.set(psid, line);
      let place = line.length;
      while (place > 0 && isBehind(line[place - 1], id)) place--;
      line.splice(place, 0, item);
      length++;
      file(psid);
    },
    /** Puts the next state of a message in the place of the one before. A finished message leaves. */
    replace(item: OutgoingItem): void {
      const { psid, id } = item.message;
      const line = lines.get(psid);
      const place = line?.findIndex(({ message }) => message.id === id) ?? -1;
      if (!line || place < 0) return;
      if (item.state.name === "finished") {
        line.splice(place, 1);
        length--;
        if (line.length === 0) lines.delete(psid);
      } else line[place] = item;
      file(psid);
    },
    /** The first messages that may go: one a customer, replies before bulk. */
    *readyItems(): Generator<OutgoingItem> {
      for (const psids of [ready.reply, ready.bulk]) {
        for (const psid of psids) {
          const item = lines.get(psid)?.[0];
          if (item) yield item;
        }
      }
    },
    /** First messages whose time has come, and when the next one's comes. */
    due(now: number): { items: OutgoingItem[]; nextAt: number } {
      const items: OutgoingItem[] = [];
      let nextAt = Number.POSITIVE_INFINITY;
      for (const [psid, until] of delayed) {
        const item = lines.get(psid)?.[0];
        if (until <= now && item) items.push(item);
        else nextAt = Math.min(nextAt, until);
      }
      return { items, nextAt };
    },
    /** The oldest message up to the cursor that the table does not list as undelivered. */
    oldestUnlisted(cursor: number): number | undefined {
      let oldest: number | undefined;
      for (const line of lines.values()) {
        const item = line.find(({ isUndelivered }) => !isUndelivered);
        if (item && item.message.id <= cursor && (oldest === undefined || item.message.id < oldest))
          oldest = item.message.id;
      }
      return oldest;
    },
  };
}

export type Lines = ReturnType<typeof createLines>;

/** Whether a message with that id belongs before this one, which has not been started. */
function isBehind(item: OutgoingItem | undefined, id: number): boolean {
  if (!item || item.message.id < id) return false;
  return item.state.name === "waiting" || item.state.name === "delayed";
}
