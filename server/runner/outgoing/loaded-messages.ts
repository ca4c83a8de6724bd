import { isMessage } from "@banter/core/flow/outgoing.ts";
import type { Db } from "../../store/db/db.ts";
import type { Lease } from "../../store/runtime/leases.ts";
import { saveUnconfirmed } from "../../store/runtime/messages/attempts.ts";
import {
  listUnfinished,
  listUnfinishedOf,
  newestMessageId,
  type UnfinishedMessage,
} from "../../store/runtime/messages/unfinished.ts";
import type { CustomerQueues } from "./customer-queues.ts";
import type { OutgoingItem } from "./item.ts";
import { storedMessage } from "./item-from-row.ts";

/** How many messages are read from the table in advance, and how many may be in memory in all, replies included. */
export const maxAhead = 2000;
const maxInMemory = 10_000;
const maxCustomersAtOnce = 200;

export type WindowDeps = {
  db: Db;
  lease: Lease;
  queues: CustomerQueues;
  /** Ids of messages whose outcome is not in the table yet. */
  listPending: () => Iterable<number>;
  /** True if this node knows that the recorded attempt was not made. Asked once for each message. */
  isUncalled: (id: number) => boolean;
  /** How long a message whose last attempt has no recorded end waits for the platform's confirmation. */
  confirmMs: () => number;
  onRead: () => void;
  onError: (error: unknown) => void;
};

/**
 * Decides which of a page's unfinished messages are in memory. Every unfinished message up to the cursor is in memory;
 * later ones are only in the table and are read when there is room, in the order of their ids. Two exceptions are in
 * memory behind the cursor: messages whose attempt is recorded, and all messages of a customer who gets a reply.
 */
export class LoadedMessages {
  readonly #deps: WindowDeps;
  #cursor = 0;
  #newest = 0;
  /** Customers whose messages are to be read at once. */
  readonly #wanted = new Set<string>();
  #reading: Promise<void> | undefined;

  constructor(deps: WindowDeps) {
    this.#deps = deps;
  }

  /** Reads the oldest messages. To be called once, before anything is added. */
  async open(): Promise<void> {
    this.#newest = await newestMessageId(this.#deps.db, this.#deps.lease.pageId);
    if (!this.isComplete()) await this.#readNext();
  }

  /** Adds messages that a turn has just stored. Those that do not fit are read from the table later. */
  add(items: OutgoingItem[]): void {
    for (const item of items) this.#addOne(item);
    this.refill();
  }

  /** Reads more if there is room. */
  refill(): void {
    if (this.#reading || !this.#mustRead()) return;
    this.#reading = this.#readAll().catch(this.#deps.onError);
  }

  /** Reads from the oldest message again, because failed messages are to be sent again. */
  readFromStart(): void {
    this.#cursor = 0;
    this.refill();
  }

  /** True if every unfinished message is in memory. */
  isComplete(): boolean {
    return this.#cursor === this.#newest;
  }

  cursor(): number {
    return this.#cursor;
  }

  /** Resolves when the current read has ended. */
  async whenRead(): Promise<void> {
    await this.#reading;
  }

  #addOne(item: OutgoingItem): void {
    const { id, psid, lane } = item.message;
    const isNext = this.isComplete();
    this.#newest = Math.max(this.#newest, id);
    // A recorded attempt must stay in memory: read from the table later, it would look like an attempt of unknown
    // result and be sent again. It is its customer's first message, so that it may go before everything else.
    const isRecorded = item.state.name === "recorded";
    const fits = isRecorded || this.#deps.queues.length < (lane === "reply" ? maxInMemory : maxAhead);
    if (isRecorded || (isNext && fits)) this.#deps.queues.add(item);
    if (isNext && fits) this.#cursor = id;
    else if (!isRecorded && fits && lane === "reply") this.#wanted.add(psid);
  }

  #mustRead(): boolean {
    return this.#wanted.size > 0 || (!this.isComplete() && this.#deps.queues.length < maxAhead / 2);
  }

  async #readAll(): Promise<void> {
    try {
      while (this.#mustRead()) {
        await (this.#wanted.size > 0 ? this.#readWanted() : this.#readNext());
        this.#deps.onRead();
      }
    } finally {
      // In the same step as the last check: a customer who is wanted after it starts the next read.
      this.#reading = undefined;
    }
  }

  async #readNext(): Promise<void> {
    const { db, lease, queues } = this.#deps;
    const newestBefore = this.#newest;
    const limit = maxAhead - Math.min(queues.length, maxAhead / 2);
    const rows = await this.#read(() => listUnfinished(db, lease.pageId, { after: this.#cursor, limit }));
    const last = rows.at(-1)?.id ?? this.#cursor;
    this.#cursor = rows.length < limit ? Math.max(newestBefore, last) : last;
    this.#newest = Math.max(this.#newest, this.#cursor);
  }

  async #readWanted(): Promise<void> {
    const { db, lease } = this.#deps;
    const psids = [...this.#wanted].slice(0, maxCustomersAtOnce);
    for (const psid of psids) this.#wanted.delete(psid);
    await this.#read(() => listUnfinishedOf(db, lease.pageId, { after: this.#cursor, psids }));
  }

  /** Adds the rows that are not in memory yet. Messages whose outcome is still being written are not unfinished. */
  async #read(query: () => Promise<UnfinishedMessage[]>): Promise<UnfinishedMessage[]> {
    const { db, lease, queues, listPending, isUncalled, confirmMs } = this.#deps;
    const known = new Set([...queues.all().map(({ message }) => message.id), ...listPending()]);
    const rows = await query();
    const now = performance.now();
    // A message that was added during the query is in its queue already.
    const fresh = rows.filter(({ id, psid }) => !known.has(id) && !queues.find(psid, id));
    const read = fresh.map((row) => {
      const isFirst = !queues.of(row.psid).some(({ message }) => message.id < row.id);
      // After a further attempt, the doubt may be about the one before.
      const isKnown = isUncalled(row.id) && row.attempts === 1;
      const found = isFirst && !isKnown ? row : neverStarted(row);
      queues.add(storedMessage(found, isConfirmed(found) ? confirmMs() : 0, now));
      return found;
    });
    const unconfirmed = read.flatMap((row) => (row.isNewlyUnconfirmed && isConfirmed(row) ? row.id : []));
    if (unconfirmed.length > 0 && confirmMs() > 0) await saveUnconfirmed(db, lease, unconfirmed, confirmMs());
    return rows;
  }
}

/**
 * A message whose recorded attempt was not made. Behind another unfinished one of its customer: the commit of its turn
 * has recorded the attempt in advance, but a call starts only when the outcome of the one before it is in the table.
 */
function neverStarted(row: UnfinishedMessage): UnfinishedMessage {
  if (!row.isNewlyUnconfirmed) return row;
  return { ...row, status: "queued", isNewlyUnconfirmed: false, attempts: Math.max(0, row.attempts - 1) };
}

/** Platforms confirm messages. An act can be repeated: before one on a comment, the channel looks whether it was done. */
const isConfirmed = ({ content }: UnfinishedMessage) => isMessage(content);
