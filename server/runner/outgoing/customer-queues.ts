import type { OutgoingItem } from "./item.ts";

/**
 * The messages of one page that are in memory: a queue for each customer, ordered by id. Only the first message of a
 * queue may be sent.
 */
export class CustomerQueues {
  readonly #queues = new Map<string, OutgoingItem[]>();
  /** Customers whose first message may be sent. Queues with a reply go before queues of bulk messages. */
  readonly #ready = { reply: new Set<string>(), bulk: new Set<string>() };
  /** Customers whose first message is delayed, and until when. */
  readonly #delayed = new Map<string, number>();
  /** Customers with outcomes that are not in the table yet, and how many. */
  readonly #held = new Map<string, number>();
  /** Customers by their private reply's id: its echo may come under another id of theirs. */
  readonly #privateReplies = new Map<number, string>();
  #length = 0;
  readonly #onDelayed: (until: number) => void;

  /**
   * `onDelayed` is called whenever the first message of a queue is delayed, however it got there: read from the table,
   * delayed by an event, or left first by the message before it. Nothing else would send it when its time has come.
   */
  constructor(onDelayed: (until: number) => void) {
    this.#onDelayed = onDelayed;
  }

  get length(): number {
    return this.#length;
  }

  has(psid: string): boolean {
    return this.#queues.has(psid);
  }

  first(psid: string): OutgoingItem | undefined {
    return this.#queues.get(psid)?.[0];
  }

  find(psid: string, id: number): OutgoingItem | undefined {
    return this.#queues.get(psid)?.find(({ message }) => message.id === id);
  }

  findPrivateReply(id: number): OutgoingItem | undefined {
    const psid = this.#privateReplies.get(id);
    return psid === undefined ? undefined : this.find(psid, id);
  }

  of(psid: string): OutgoingItem[] {
    return [...(this.#queues.get(psid) ?? [])];
  }

  all(): OutgoingItem[] {
    return [...this.#queues.values()].flat();
  }

  /** Adds a message by id, but never before one that has been started. */
  add(item: OutgoingItem): void {
    const { psid, id } = item.message;
    const queue = this.#queues.get(psid) ?? [];
    this.#queues.set(psid, queue);
    let place = queue.length;
    while (place > 0 && isBehind(queue[place - 1], id)) place--;
    queue.splice(place, 0, item);
    this.#length++;
    const { content } = item.message;
    if ("commentId" in content && content.commentId !== undefined) this.#privateReplies.set(id, psid);
    this.#file(psid);
  }

  /** Replaces a message by its next state. A finished message is removed. */
  replace(item: OutgoingItem): void {
    const { psid, id } = item.message;
    const queue = this.#queues.get(psid);
    const place = queue?.findIndex(({ message }) => message.id === id) ?? -1;
    if (!queue || place < 0) return;
    if (item.state.name === "finished") {
      queue.splice(place, 1);
      this.#length--;
      this.#privateReplies.delete(id);
      if (queue.length === 0) this.#queues.delete(psid);
    } else queue[place] = item;
    this.#file(psid);
  }

  /**
   * Sends the customer nothing more until `release`. The next call starts only when the outcome of the last one is in the
   * table: so of a customer's messages without an outcome, only the first can have been on its way when a node ends.
   */
  hold(psid: string): void {
    this.#held.set(psid, (this.#held.get(psid) ?? 0) + 1);
    this.#file(psid);
  }

  release(psid: string): void {
    const left = (this.#held.get(psid) ?? 0) - 1;
    if (left > 0) this.#held.set(psid, left);
    else this.#held.delete(psid);
    this.#file(psid);
  }

  /** The messages that may be sent now: one for each customer, replies before bulk. */
  *readyItems(): Generator<OutgoingItem> {
    for (const psids of [this.#ready.reply, this.#ready.bulk]) {
      for (const psid of psids) {
        const item = this.first(psid);
        if (item) yield item;
      }
    }
  }

  /** Delayed messages that are due, and when the next one will be. */
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
    for (const queue of this.#queues.values()) {
      const id = queue.find(({ isUndelivered }) => !isUndelivered)?.message.id;
      if (id !== undefined && id <= cursor && (oldest === undefined || id < oldest)) oldest = id;
    }
    return oldest;
  }

  /** Sorts the customer into `#ready` or `#delayed` by the state of their first message. */
  #file(psid: string): void {
    this.#ready.reply.delete(psid);
    this.#ready.bulk.delete(psid);
    this.#delayed.delete(psid);
    const queue = this.#queues.get(psid);
    const state = queue?.[0]?.state;
    if (!queue || !state) return;
    if (state.name === "delayed") {
      this.#delayed.set(psid, state.until);
      this.#onDelayed(state.until);
    } else if ((state.name === "waiting" || state.name === "recorded") && !this.#held.has(psid))
      this.#ready[queue.some(({ message }) => message.lane === "reply") ? "reply" : "bulk"].add(psid);
  }
}

/** True if a message with that id belongs before this one, and this one has not been started. */
function isBehind(item: OutgoingItem | undefined, id: number): boolean {
  if (!item || item.message.id < id) return false;
  return item.state.name === "waiting" || item.state.name === "delayed";
}
