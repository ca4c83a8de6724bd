import { failPoint } from "../../fail-points.ts";
import { lockDigests, saveDigests } from "../../store/conversations/digests.ts";
import { listNews } from "../../store/conversations/news.ts";
import type { Db } from "../../store/db/db.ts";
import { parts } from "./parts.ts";

/** The most that one transaction digests. */
const limits = { maxTurns: 2000, maxMessages: 4000 };

/** `changed`: pages with changed conversations. `unfinished`: pages with more news. `skipped`: locked by others, or deleted. */
export type DigestResult = { changed: string[]; unfinished: string[]; skipped: string[] };

/**
 * Digests the next news of these pages in one transaction: all parts and the positions are written together, so that
 * after a crash the next digest goes on where this one began. The lock of a page's position keeps it serial on all nodes,
 * also if the page has just changed its owner.
 */
export function digestPages(db: Db, pageIds: string[]): Promise<DigestResult> {
  return db.transact(async (db) => {
    const positions = await lockDigests(db, pageIds);
    const all = (await listNews(db, positions, limits)).map((news, index) => {
      const counter = { ...(positions[index] as (typeof positions)[number]) };
      return { ...news, counter, nextChange: () => ++counter.changed };
    });
    const news = all.filter(({ turns, messages }) => turns.length + messages.length > 0);
    for (const part of parts) await part.digest(db, news);
    const saved = news.map(({ pageId, throughId, counter }) => ({ pageId, throughId, changed: counter.changed }));
    await saveDigests(db, saved);
    failPoint("digest.before-commit");
    const locked = new Set(positions.map(({ pageId }) => pageId));
    return {
      changed: saved.map(({ pageId }) => pageId),
      unfinished: all.flatMap(({ pageId, isComplete }) => (isComplete ? [] : pageId)),
      skipped: pageIds.filter((pageId) => !locked.has(pageId)),
    };
  });
}
