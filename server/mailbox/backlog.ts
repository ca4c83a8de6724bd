import { AppError } from "@banter/core/model/error.ts";
import type { Db } from "../store/db.ts";
import { isBacklogOver } from "../store/mailbox.ts";

/** How much due mail a page may have waiting before more is refused. */
const maxBacklog = 100_000;
const checkEvery = 1000;

/**
 * Refuses mail for a page that is hopelessly behind, so that a flood is told to slow down instead of filling the disk.
 * The table is asked once in a thousand rows; a page found full stays refused for a second.
 */
export function backlogGuard(db: Db) {
  const pages = new Map<string, { count: number; fullUntil: number }>();

  return async (pageId: string): Promise<void> => {
    const page = pages.get(pageId) ?? { count: 0, fullUntil: 0 };
    if (!pages.has(pageId)) {
      if (pages.size >= 10_000) pages.clear();
      pages.set(pageId, page);
    }
    if (page.fullUntil > performance.now()) throw tooMuch();
    if (++page.count < checkEvery) return;
    page.count = 0;
    if (!(await isBacklogOver(db, pageId, maxBacklog))) return;
    page.fullUntil = performance.now() + 1000;
    page.count = checkEvery;
    throw tooMuch();
  };
}

const tooMuch = () => new AppError("rate_limited", "The page has more waiting than it can handle: slow down.");
