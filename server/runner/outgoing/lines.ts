import type { OutgoingItem } from "./item.ts";

/**
 * The messages of one page that are in memory: a line for each customer, in the order of their ids. Only the first
 * message of a line may go.
 */
export class Lines {
  readonly #lines = new Map<string, OutgoingItem[]>();
  /** Customers whose first message may go. A customer who waits for a reply goes before bulk messages. */
  readonly #ready = { reply: new Set<string>(), bulk: new Set<string>() };
  /** Customers whose first message waits for its time. */
  readonly #delayed = new Map<string, number>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  has(psid: string): boolean {
    return this.#lines.has(psid);
  }

  first(psid: string): OutgoingItem | undefined {
    return this.#lines.get(psid)?.[0];
  }

  find(psid: string, id: number): OutgoingItem | undefined {
    return this.#lines.get(psid)?.find(({ message }) => message.id === id);
  }

  all(): OutgoingItem[] {
    return [...this.#lines.values()].flat();
  }

  /** Adds a message in the order of ids, but never before one that has been started. */
  add(item: OutgoingItem): void {
    const { psid, id } = item.message;
    const line = this.#lines.get(psid) ?? [];
    this.#lines.set(psid, line);
    let place = line.length;
    while (place > 0 && isBehind(line[place - 1], id)) place--;
    line.splice(place, 0, item);
    this.#length++;
    this.#file(psid);
  }

  /** Puts the next state of a message in the place of the one before. A finished message leaves. */
  replace(item: OutgoingItem): void {
    const { psid, id } = item.message;
    const line = this.#lines.get(psid);
    const place = line?.findIndex(({ message }) => message.id === id) ?? -1;
    if (!line || place < 0) return;
    if (item.state.name === "finished") {
      line.splice(place, 1);
      this.#length--;
      if (line.length === 0) this.#lines.delete(psid);
    } else line[place] = item;
    this.#file(psid);
  }

  /** The first messages that may go: one a customer, replies before bulk. */
  *readyItems(): Generator<OutgoingItem> {
    for (const psids of [this.#ready.reply, this.#ready.bulk]) {
      for (const psid of psids) {
        const item = this.first(psid);
        if (item) yield item;
      }
    }
  }

  /** First messages whose time has come, and when the next one's comes. */
  due(now: number): { items: OutgoingItem[]; nextAt: number } {
    const items: OutgoingItem[] = [];
    let nextAt = Number.POSITIVE_INFINITY;
    for (const [psid, until] of this.#delayed) {
      const item = this.first(psid);
      if (until <= now && item) items.push(item);
      else nextAt = Math.min(nextAt, until);
    }
    return { items, nextAt };
  }

  /** The oldest message up to the cursor that the table does not list as undelivered. */
  oldestUnlisted(cursor: number): number | undefined {
    let oldest: number | undefined;
    for (const line of this.#lines.values()) {
      const id = line.find(({ isUndelivered }) => !isUndelivered)?.message.id;
      if (id !== undefined && id <= cursor && (oldest === undefined || id < oldest)) oldest = id;
    }
    return oldest;
  }

  /** Files the customer by the state of their first message. */
  #file(psid: string): void {
    this.#ready.reply.delete(psid);
    this.#ready.bulk.delete(psid);
    this.#delayed.delete(psid);
    const line = this.#lines.get(psid);
    const state = line?.[0]?.state;
    if (!line || !state) return;
    if (state.name === "delayed") this.#delayed.set(psid, state.until);
    else if (state.name === "waiting" || state.name === "recorded")
      this.#ready[line.some(({ message }) => message.lane === "reply") ? "reply" : "bulk"].add(psid);
  }
}

/** True if a message with that id belongs before this one, which has not been started. */
function isBehind(item: OutgoingItem | undefined, id: number): boolean {
  if (!item || item.message.id < id) return false;
  return item.state.name === "waiting" || item.state.name === "delayed";
}
