import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { failPoint } from "../../fail-points.ts";
import { batcher, split } from "../../store/batch.ts";
import { type Db, isDatabaseAway, isUnavailable } from "../../store/db.ts";
import type { Lease } from "../../store/leases.ts";
import {
  type DeliveryMark,
  type Outcome,
  type PageOutcome,
  recordAttempts,
  saveOutcomes,
} from "../../store/outgoing.ts";

/** A page as far as the ledger writes for it. */
export type LedgerPage = {
  readonly lease: Lease;
  /** The page's delivery mark, when it is time to move it. It stays before every message in `unwritten`. */
  takeMark(unwritten: () => number[]): Omit<DeliveryMark, "pageId"> | undefined;
  /** The table says that another node has the page. */
  onLost(): void;
};

type Entry = { page: LedgerPage; outcome: Outcome };

/** Nobody waits for an outcome: a moment's patience makes one statement of many. */
const gatherMs = 5;
const retryMs = 250;
const maxBatch = 1000;

/**
 * Writes attempts and outcomes of all pages to the table, many at a time. An outcome that cannot be written is tried
 * again until it is written or its page has another owner: forgetting it would send the message twice.
 */
export function createLedger(db: Db, batchKeyOf: (pageId: string) => string, log: Logger) {
  /** Waiting outcomes by message; the last one of a message counts. */
  const waiting = new Map<number, Entry>();
  let written: Entry[] = [];
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const record = batcher<{ page: LedgerPage; id: number; isRepeat: boolean }, boolean>({
    maxRunning: 1,
    groupOf: ({ page }) => page.lease.pageId,
    async run(items) {
      const rows = items.map(({ page, id, isRepeat }) => ({ page_id: page.lease.pageId, id, is_repeat: isRepeat }));
      const groups = Map.groupBy(items, ({ page }) => batchKeyOf(page.lease.pageId));
      const owned = new Set<string>();
      for (const group of groups.values()) {
        const pageIds = new Set(group.map(({ page }) => page.lease.pageId));
        const ofGroup = rows.filter(({ page_id }) => pageIds.has(page_id));
        for (const pageId of await recordAttempts(db, leasesOf(group), ofGroup)) owned.add(pageId);
      }
      return items.map(({ page }) => owned.has(page.lease.pageId));
    },
  });

  async function writeAll(): Promise<void> {
    while (waiting.size > 0) {
      written = [...waiting.values()].slice(0, maxBatch);
      for (const { outcome } of written) waiting.delete(outcome.id);
      const groups = Map.groupBy(written, ({ page }) => batchKeyOf(page.lease.pageId));
      for (const group of groups.values()) await writeInParts(group);
      written = [];
    }
  }

  /** What could not be written is tried again by itself; whoever waits for it is told. */
  async function write(): Promise<void> {
    try {
      await writeAll();
    } finally {
      for (const entry of written) if (!waiting.has(entry.outcome.id)) waiting.set(entry.outcome.id, entry);
      written = [];
      writing = undefined;
      if (waiting.size > 0) timer ??= setTimeout(flushInBackground, retryMs);
    }
  }

  /** One page's bad outcome must not hold up the others. */
  async function writeInParts(entries: Entry[], isPlain = false): Promise<void> {
    try {
      await writeEntries(db, entries, listPending);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      const parts = split(entries, ({ page }) => page.lease.pageId);
      for (const part of parts) await writeInParts(part);
      const [entry] = entries;
      if (parts.length > 0 || !entry) return;
      if (isUnavailable(error)) throw error;
      log.error({ err: error, messageId: entry.outcome.id, isPlain }, "outcome not written");
      if (!isPlain) await writeInParts([{ ...entry, outcome: plainOutcome(entry.outcome) }], true);
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing ??= write();
    return writing;
  }

  function flushInBackground(): void {
    flush().catch((error) => log.warn({ err: error, outcomes: waiting.size }, "outcomes not written"));
  }

  function listPending(pageId: string): number[] {
    const ids: number[] = [];
    for (const { page, outcome } of [...waiting.values(), ...written])
      if (page.lease.pageId === pageId) ids.push(outcome.id);
    return ids;
  }

  return {
    /** Records an attempt before it is made. False: the page has another owner. */
    recordAttempt: (page: LedgerPage, message: { id: number; isRepeat: boolean }) => record({ page, ...message }),
    add(page: LedgerPage, outcome: Outcome): void {
      waiting.set(outcome.id, { page, outcome });
      if (!writing) timer ??= setTimeout(flushInBackground, gatherMs);
    },
    /** Resolves when every outcome added so far is in the table; rejects where the database does not take them. */
    flush,
    /** Ids of the page's messages whose outcome is not in the table yet. */
    listPending,
    /** Resolves when nothing of the page waits to be written, or `isOver` says that it does not matter any more. */
    async settle(pageId: string, isOver: () => boolean): Promise<void> {
      while (listPending(pageId).length > 0 && !isOver())
        await Promise.race([flush().catch(() => sleep(retryMs)), sleep(retryMs)]);
    },
  };
}

export type Ledger = ReturnType<typeof createLedger>;

async function writeEntries(db: Db, entries: Entry[], listPending: (pageId: string) => number[]): Promise<void> {
  const pages = [...new Set(entries.map(({ page }) => page))];
  const marks = pages.flatMap((page) => {
    const { pageId } = page.lease;
    const inThisWrite = new Set(entries.map(({ outcome }) => outcome.id));
    const mark = page.takeMark(() => listPending(pageId).filter((id) => !inThisWrite.has(id)));
    return mark ? [{ pageId, ...mark }] : [];
  });
  const outcomes = entries.map(({ page, outcome }): PageOutcome => ({ ...outcome, pageId: page.lease.pageId }));
  failPoint("ledger.before-write");
  const owned = await saveOutcomes(db, leasesOf(entries), outcomes, marks);
  failPoint("ledger.after-write");
  for (const page of pages) if (!owned.has(page.lease.pageId)) page.onLost();
}

const leasesOf = (entries: { page: LedgerPage }[]): Lease[] =>
  [...new Set(entries.map(({ page }) => page))].map(({ lease }) => lease);

/** An outcome without the platform's own words, which the table may have refused. */
function plainOutcome(outcome: Outcome): Outcome {
  const { notes: _, ...plain } = outcome;
  if (plain.status === "sent") return { ...plain, platformId: null };
  if (plain.status === "queued") return { ...plain, taken: null };
  return { ...plain, reason: "rejected" };
}
