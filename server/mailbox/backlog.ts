import { BoundedMap } from "@banter/core/model/bounded-map.ts";
import { AppError } from "@banter/core/model/error.ts";
import { isBacklogOver } from "../store/conversations/mailbox.ts";
import type { Db } from "../store/db/db.ts";

/** How much due mail and how many unsent messages a page may have before it takes no more. */
export const maxBacklog = 100_000;
const checkEvery = 1000;
const maxPages = 10_000;

/**
 * Refuses mail for a page that is far behind, so that a flood is told to slow down instead of filling the disk. The
 * tables are asked once in a thousand pieces of mail, beside them: a check never delays the mail that set it off. A page
 * found full refuses mail for a second and is then checked again.
 */
export function backlogGuard(db: Db) {
  const pages = new BoundedMap<string, { count: number; fullUntil: number }>(maxPages);

  async function ask(pageId: string, page: { fullUntil: number }): Promise<void> {
    if (await isBacklogOver(db, pageId, maxBacklog)) page.fullUntil = performance.now() + 1000;
  }

  return {
    /** Throws where the page is full. */
    check(pageId: string): void {
      const page = pages.get(pageId) ?? { count: 0, fullUntil: 0 };
      pages.set(pageId, page);
      if (page.fullUntil > performance.now()) throw tooMuch();
      const wasFull = page.fullUntil > 0;
      page.fullUntil = 0;
      if (++page.count < checkEvery && !wasFull) return;
      page.count = 0;
      // Where the database does not answer, storing the mail fails by itself.
      ask(pageId, page).catch(() => undefined);
    },
  };
}

export const tooMuch = () => new AppError("rate_limited", "The page has more waiting than it can handle: slow down.");
