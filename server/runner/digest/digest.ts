import { traitsOf } from "@banter/core/flow/event-traits.ts";
import { failPoint } from "../../fail-points.ts";
import { listWriters } from "../../store/conversations/conversations.ts";
import { lockDigests, saveDigests } from "../../store/conversations/digests.ts";
import { listNews, type PageNews } from "../../store/conversations/news.ts";
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
    const read = await listNews(db, positions, limits);
    const firstInputs = await findFirstInputs(db, read);
    const all = read.map((news, index) => {
      const counter = { ...(positions[index] as (typeof positions)[number]) };
      return { ...news, firstInputs, counter, nextChange: () => ++counter.changed };
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

/** The turns in which customers have done something for the first time. */
async function findFirstInputs(db: Db, news: PageNews[]): Promise<Set<number>> {
  const first = new Map<string, { pageId: string; psid: string; id: number }>();
  for (const { pageId, turns } of news)
    for (const { id, psid, event } of turns) {
      const customer = `${pageId} ${psid}`;
      if (traitsOf(event).isInput && !first.has(customer)) first.set(customer, { pageId, psid, id });
    }
  if (first.size === 0) return new Set();
  for (const { pageId, psid } of await listWriters(db, [...first.values()])) first.delete(`${pageId} ${psid}`);
  return new Set([...first.values()].map(({ id }) => id));
}
