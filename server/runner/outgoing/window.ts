import type { Db } from "../../store/db.ts";
import { listUnfinished, listUnfinishedOf, newestMessageId, type UnfinishedMessage } from "../../store/outgoing.ts";
import { type OutgoingItem, storedMessage } from "./item.ts";
import type { Lines } from "./lines.ts";

/** How many messages are read from the table ahead of their time, and how many may be in memory in all. */
const maxAhead = 2000;
const maxInMemory = 10_000;

type Reading = {
  db: Db;
  pageId: string;
  lines: Lines;
  /** Ids whose end is not written to the table yet. */
  listPending: () => Iterable<number>;
  /** How long a message waits whose last attempt has no end. */
  doubtMs: () => number;
  onRead: () => void;
  onError: (error: unknown) => void;
};

/**
 * The part of a page's unfinished messages that is in memory. Every unfinished message up to `cursor` is in memory; the
 * others, up to `newest`, are in the table alone and are read when there is room, in the order of their ids. A customer
 * who gets a reply does not wait for that: all their messages are read at once.
 */
export function createWindow({ db, pageId, lines, listPending, doubtMs, onRead, onError }: Reading) {
  let cursor = 0;
  let newest = 0;
  let reading: Promise<void> | undefined;
  const wanted = new Set<string>();

  const mayReadMore = () => cursor < newest && lines.length < maxAhead / 2;

  /** Messages that are in memory, or were until their end was written, are not taken from the table again. */
  async function read(query: () => Promise<UnfinishedMessage[]>): Promise<UnfinishedMessage[]> {
    const known = new Set([...lines.all().map(({ message }) => message.id), ...listPending()]);
    const rows = await query();
    const now = performance.now();
    for (const row of rows) if (!known.has(row.id)) lines.add(storedMessage(row, doubtMs(), now));
    return rows;
  }

  async function readNext(): Promise<void> {
    const newestBefore = newest;
    const limit = maxAhead - Math.min(lines.length, maxAhead / 2);
    const rows = await read(() => listUnfinished(db, pageId, { after: cursor, limit }));
    const last = rows.at(-1)?.id ?? cursor;
    cursor = rows.length < limit ? Math.max(newestBefore, last) : last;
    newest = Math.max(newest, cursor);
  }

  async function readWanted(): Promise<void> {
    const psids = [...wanted].slice(0, 200);
    for (const psid of psids) wanted.delete(psid);
    await read(() => listUnfinishedOf(db, pageId, { after: cursor, psids }));
  }

  async function readAll(): Promise<void> {
    while (wanted.size > 0 || mayReadMore()) {
      await (wanted.size > 0 ? readWanted() : readNext());
      onRead();
    }
  }

  function refill(): void {
    if (reading || (wanted.size === 0 && !mayReadMore())) return;
    reading = readAll()
      .catch(onError)
      .finally(() => {
        reading = undefined;
      });
  }

  return {
    /** Reads the beginning. To be called once, before anything is added. */
    async open(): Promise<void> {
      newest = await newestMessageId(db, pageId);
      if (cursor < newest) await readNext();
    },
    /** Takes in messages that a turn has just stored. Those that do not fit are read from the table later. */
    add(items: OutgoingItem[]): void {
      for (const item of items) {
        const { id, psid, lane } = item.message;
        const isNext = cursor === newest;
        newest = Math.max(newest, id);
        const hasRoom = lines.length < (lane === "reply" ? maxInMemory : maxAhead);
        // A message whose attempt is recorded is the only one of its customer: it goes now, whatever else waits.
        if (item.state.name === "recorded" || (isNext && hasRoom)) lines.add(item);
        if (isNext && (item.state.name === "recorded" || hasRoom)) cursor = id;
        else if (item.state.name !== "recorded" && lane === "reply" && lines.length < maxInMemory) wanted.add(psid);
      }
      refill();
    },
    refill,
    /** Reads from the beginning again, since messages that had failed are to be sent again. */
    readFromStart(): void {
      cursor = 0;
      refill();
    },
    /** Whether every unfinished message is in memory. */
    isComplete: () => cursor === newest,
    cursor: () => cursor,
    /** Waits for the read under way. */
    settled: async () => reading,
  };
}

export type Window = ReturnType<typeof createWindow>;
