import { AppError } from "@banter/core/model/error.ts";
import { BoundedMap } from "@banter/core/model/limits/bounded-map.ts";
import type { Db } from "../store/db/db.ts";
import { isBacklogOver } from "../store/runtime/mailbox.ts";

/** A page with more due mail and unsent messages than this refuses new mail. */
export const maxBacklog = 100_000;
const checkEvery = 1000;
const maxPages = 10_000;

/**
 * Refuses mail for a page that is far behind, so that a flood does not fill the disk. The tables are read once in a
 * thousand pieces of mail, in the background: a check never delays mail. A page found full refuses mail for a second
 * and is then checked again.
 */
export function backlogGuard(db: Db) {
  const pages = new BoundedMap<string, { count: number; fullUntil: number }>(maxPages);

  async function readBacklog(pageId: string, page: { fullUntil: number }): Promise<void> {
    if (await isBacklogOver(db, pageId, maxBacklog)) page.fullUntil = performance.now() + 1000;
  }

  return {
    /** Throws if the page is full. */
    check(pageId: string): void {
      const page = pages.get(pageId) ?? { count: 0, fullUntil: 0 };
      pages.set(pageId, page);
      if (page.fullUntil > performance.now()) throw tooMuch();
      const wasFull = page.fullUntil > 0;
      page.fullUntil = 0;
      if (++page.count < checkEvery && !wasFull) return;
      page.count = 0;
      // If the database does not answer, storing the mail fails by itself.
      readBacklog(pageId, page).catch(() => undefined);
    },
  };
}

export const tooMuch = () => new AppError("rate_limited", "The page has more waiting than it can handle: slow down.");
