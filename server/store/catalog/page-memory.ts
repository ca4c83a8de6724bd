import { BoundedMap } from "@banter/core/model/limits/bounded-map.ts";
import type { Database } from "../db/db.ts";
import { sharedStatement } from "../db/shared-statement.ts";
import { type ConnectedPage, findConnectedPages, listRevisions, type PageVersion } from "./pages.ts";

/** Recently used pages, as the database has them. Callers share the returned objects and must not change them. */
export type PageMemory = {
  page(pageId: string): Promise<ConnectedPage | undefined>;
  /** The page was changed: a call from now on reads it again. */
  changed(pageId: string): void;
  /** Notifications of changes may have been lost: calls from now on read everything again. */
  changedAll(): void;
  /** `pageId` is null if any page may have changed. */
  onChanged(listener: (pageId: string | null) => void): void;
};

const maxPages = 5000;
/** Pages in use are compared with the database this often, all in one statement. */
export const confirmAfterMs = 2000;
/** A page that was not compared for this long is read again before it is used. */
export const maxAgeMs = 5000;

type Entry = { page: ConnectedPage; confirmedAt: number; isUsed: boolean };

/**
 * Three things keep it up to date. A change by this process removes the page when its transaction has ended, before the
 * writer goes on, so that a read after a write sees the write. A notification removes it on the other nodes. If a
 * notification is lost, the comparison finds the change.
 */
export function pageMemory(db: Database): PageMemory {
  const entries = new BoundedMap<string, Entry>(maxPages);
  const loading = new Map<string, symbol>();
  const listeners: ((pageId: string | null) => void)[] = [];
  const load = sharedStatement({ run: (pageIds: string[]) => findConnectedPages(db, pageIds) });
  let isConfirming = false;

  async function read(pageId: string): Promise<ConnectedPage | undefined> {
    const reading = Symbol();
    const confirmedAt = performance.now();
    loading.set(pageId, reading);
    try {
      const page = await load(pageId);
      // A change reported during the read has removed the symbol: the read may have missed it.
      if (page && loading.get(pageId) === reading) entries.set(page.id, { page, confirmedAt, isUsed: true });
      return page;
    } finally {
      if (loading.get(pageId) === reading) loading.delete(pageId);
    }
  }

  /** Compares all pages that were used since the last time, in one statement. Drops old pages that were not used. */
  async function confirm(): Promise<void> {
    if (isConfirming) return;
    isConfirming = true;
    const confirmedAt = performance.now();
    const used = [...entries.values()].filter(({ isUsed }) => isUsed);
    try {
      const versions = await listRevisions(
        db,
        used.map(({ page }) => page.id),
      );
      const known = new Map(versions.map((version) => [version.id, version]));
      for (const entry of used) {
        entry.isUsed = false;
        if (isAt(entry.page, known.get(entry.page.id))) entry.confirmedAt = confirmedAt;
        else if (entries.get(entry.page.id) === entry) memory.changed(entry.page.id);
      }
      for (const [pageId, entry] of entries) if (confirmedAt - entry.confirmedAt > maxAgeMs) entries.delete(pageId);
    } catch {
      // Pages not compared in time are read again; if the database is away, that read fails.
    } finally {
      isConfirming = false;
    }
  }

  function report(pageId: string | null): void {
    for (const listener of listeners) listener(pageId);
  }

  const memory: PageMemory = {
    async page(pageId) {
      const entry = entries.get(pageId);
      const age = entry ? performance.now() - entry.confirmedAt : Number.POSITIVE_INFINITY;
      if (!entry || age > maxAgeMs) return read(pageId);
      entry.isUsed = true;
      if (age > confirmAfterMs) void confirm();
      return entry.page;
    },
    changed(pageId) {
      entries.delete(pageId);
      loading.delete(pageId);
      report(pageId);
    },
    changedAll() {
      entries.clear();
      loading.clear();
      report(null);
    },
    onChanged: (listener) => void listeners.push(listener),
  };
  db.onPageChanged(memory.changed);
  return memory;
}

function isAt({ revision, disconnectedReason }: ConnectedPage, version: PageVersion | undefined): boolean {
  return version?.revision === revision && version.disconnectedReason === disconnectedReason;
}
