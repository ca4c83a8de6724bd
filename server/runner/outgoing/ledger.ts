import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { failPoint } from "../../fail-points.ts";
import type { Db } from "../../store/db/db.ts";
import { isDatabaseAway, isUnavailable } from "../../store/db/errors.ts";
import { splitBatch } from "../../store/db/split-batch.ts";
import { type Outcome, saveOutcomes } from "../../store/runtime/messages/outcomes.ts";
import { type Attempt, endedAttempt } from "./attempt-log.ts";
import { attemptRecorder } from "./attempts.ts";
import { type LedgerPage, leasesOf } from "./ledger-page.ts";
import { Uncalled } from "./uncalled.ts";

export type LedgerDeps = {
  db: Db;
  batchKeyOf: (pageId: string) => string;
  log: Logger;
  /** True if programs of the page are told of the states of messages. */
  tellsStates: (pageId: string) => boolean;
};

type Entry = {
  page: LedgerPage;
  outcome: Outcome;
  attempts: readonly Attempt[];
  /** Called when the outcome is in the table. */
  onWritten: readonly (() => void)[];
};

type Following = {
  /** To be logged with the outcome. */
  attempts: readonly Attempt[];
  onWritten: () => void;
  /** Something waits for `onWritten`. */
  isAwaited: boolean;
};

/** A short wait gathers many outcomes for one statement. Those that the customer's next message waits for go at once. */
const gatherMs = 5;
const retryMs = 250;
const maxBatch = 1000;

/**
 * Writes attempts and outcomes of all pages to the table, many at a time. An outcome is retried until it is written or
 * another node owns its page: without it the message would be sent twice.
 */
export class Ledger {
  readonly uncalled = new Uncalled();
  readonly #deps: LedgerDeps;
  readonly #record: ReturnType<typeof attemptRecorder>;
  /** Waiting outcomes by message; the last one of a message counts, with the attempts of all. */
  readonly #waiting = new Map<number, Entry>();
  /** The outcomes that are being written. */
  #batch: Entry[] = [];
  #writing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: LedgerDeps) {
    this.#deps = deps;
    this.#record = attemptRecorder(deps.db, deps.batchKeyOf);
  }

  /** Records an attempt before it is made. False if another node owns the page. */
  async recordAttempt(page: LedgerPage, message: { id: number; isRepeat: boolean }): Promise<boolean> {
    try {
      return await this.#record({ page, ...message });
    } catch (error) {
      this.uncalled.add([message.id]);
      throw error;
    }
  }

  add(page: LedgerPage, outcome: Outcome, { attempts, onWritten, isAwaited }: Following): void {
    const before = this.#waiting.get(outcome.id);
    this.#waiting.set(outcome.id, {
      page,
      outcome,
      attempts: [...(before?.attempts ?? []), ...attempts],
      onWritten: [...(before?.onWritten ?? []), onWritten],
    });
    if (this.#writing) return;
    // Outcomes of one moment share a statement.
    if (isAwaited) queueMicrotask(() => this.#tryFlush());
    else this.#flushIn(gatherMs);
  }

  /** Resolves when every outcome added so far is in the table; rejects if they cannot be written now. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing ??= this.#write();
    return this.#writing;
  }

  /** Ids of the page's messages whose outcome is not in the table yet. */
  listPending(pageId: string): number[] {
    const ids: number[] = [];
    for (const { page, outcome } of [...this.#waiting.values(), ...this.#batch])
      if (page.lease.pageId === pageId) ids.push(outcome.id);
    return ids;
  }

  /** Resolves when all outcomes of the page are written, or when `isOver` returns true. */
  async drain(pageId: string, isOver: () => boolean): Promise<void> {
    while (this.listPending(pageId).length > 0 && !isOver())
      await Promise.race([this.flush().catch(() => sleep(retryMs)), sleep(retryMs)]);
  }

  #flushIn(ms: number): void {
    this.#timer ??= setTimeout(() => this.#tryFlush(), ms);
  }

  #tryFlush(): void {
    this.flush().catch((error) =>
      this.#deps.log.warn({ err: error, outcomes: this.#waiting.size }, "delivery outcomes not saved"),
    );
  }

  /** Throws if outcomes cannot be written; they stay in the ledger and are retried. */
  async #write(): Promise<void> {
    try {
      await this.#writeAll();
    } finally {
      for (const entry of this.#batch) this.#putBack(entry);
      this.#batch = [];
      this.#writing = undefined;
      if (this.#waiting.size > 0) this.#flushIn(retryMs);
    }
  }

  /** A later outcome of the same message counts, if there is one by now. */
  #putBack(entry: Entry): void {
    const later = this.#waiting.get(entry.outcome.id);
    const attempts = [...entry.attempts, ...(later?.attempts ?? [])];
    const onWritten = [...entry.onWritten, ...(later?.onWritten ?? [])];
    this.#waiting.set(entry.outcome.id, { ...(later ?? entry), attempts, onWritten });
  }

  async #writeAll(): Promise<void> {
    const { batchKeyOf } = this.#deps;
    while (this.#waiting.size > 0) {
      this.#batch = [...this.#waiting.values()].slice(0, maxBatch);
      for (const { outcome } of this.#batch) this.#waiting.delete(outcome.id);
      const groups = Map.groupBy(this.#batch, ({ page }) => batchKeyOf(page.lease.pageId));
      for (const group of groups.values()) await this.#writeInParts(group);
      const written = this.#batch;
      this.#batch = [];
      for (const { onWritten } of written) for (const tell of onWritten) tell();
    }
  }

  /** Splits a failed batch, so that one bad outcome does not block the others. */
  async #writeInParts(entries: Entry[], isPlain = false): Promise<void> {
    try {
      await this.#writeEntries(entries);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      const parts = splitBatch(entries, ({ page }) => page.lease.pageId);
      for (const part of parts) await this.#writeInParts(part);
      const [entry] = entries;
      if (parts.length > 0 || !entry) return;
      if (isUnavailable(error)) throw error;
      this.#deps.log.error({ err: error, messageId: entry.outcome.id, isPlain }, "delivery outcome not saved");
      const plain = { ...entry, outcome: plainOutcome(entry.outcome), attempts: [] };
      if (!isPlain) await this.#writeInParts([plain], true);
    }
  }

  async #writeEntries(entries: Entry[]): Promise<void> {
    const pages = [...new Set(entries.map(({ page }) => page))];
    const inThisWrite = new Set(entries.map(({ outcome }) => outcome.id));
    const watermarks = pages.flatMap((page) => {
      const { pageId } = page.lease;
      const watermark = page.takeWatermark(() => this.listPending(pageId).filter((id) => !inThisWrite.has(id)));
      return watermark ? [{ pageId, ...watermark }] : [];
    });
    const outcomes = entries.map(({ page, outcome }) => ({ ...outcome, pageId: page.lease.pageId }));
    const attempts = entries.flatMap(({ page, outcome, attempts }) =>
      attempts.map((attempt) => endedAttempt(page.lease.pageId, outcome.id, attempt)),
    );
    const told = pages.map(({ lease }) => lease.pageId).filter(this.#deps.tellsStates);
    failPoint("ledger.before-write");
    const owned = await saveOutcomes(this.#deps.db, leasesOf(entries), outcomes, { watermarks, attempts, told });
    failPoint("ledger.after-write");
    for (const page of pages) if (!owned.has(page.lease.pageId)) page.onLost();
  }
}

/** The outcome without texts of the platform, which the table may have refused. */
function plainOutcome(outcome: Outcome): Outcome {
  const { notes: _, ...plain } = outcome;
  if (plain.status === "sent") return { ...plain, platformId: null };
  if (plain.status === "queued") return { ...plain, taken: null };
  return { ...plain, reason: "rejected" };
}
