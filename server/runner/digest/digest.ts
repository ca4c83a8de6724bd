import { traitsOf } from "@banter/core/flow/event-traits.ts";
import { failPoint } from "../../fail-points.ts";
import { listWriters } from "../../store/conversations/conversations.ts";
import { type DigestPosition, lockDigests, saveDigests } from "../../store/conversations/digests.ts";
import { listNews, type PageNews } from "../../store/conversations/news.ts";
import type { Db } from "../../store/db/db.ts";
import { type CommittedTurn, type RecentNews, recentNews } from "./committed.ts";
import { parts } from "./parts.ts";
import { findRecent } from "./recent.ts";

/**
 * The most that one transaction digests. The rows of a page are made in one go, in which no customer is answered: 200
 * turns take some 15 ms. More of several pages are worth it, because turns of a page share rows.
 */
const limitsOf = (pages: number) => ({
  maxTurns: Math.min(2000, pages * 200),
  maxMessages: Math.min(4000, pages * 1000),
});

/** `changed`: pages with changed conversations. `unfinished`: pages with more news. `skipped`: locked by others, or deleted. */
export type DigestResult = { changed: string[]; unfinished: string[]; skipped: string[] };

/**
 * Digests the next news of these pages in one transaction: all parts and the positions are written together, so that
 * after a crash the next digest goes on where this one began. The lock of a page's position keeps it serial on all nodes,
 * also if the page has just changed its owner.
 */
export async function digestPages(
  db: Db,
  pageIds: string[],
  recent: RecentNews["turns"] = recentNews().turns,
): Promise<DigestResult> {
  const { read, positions } = await db.transact(async (db) => {
    const positions = await lockDigests(db, pageIds);
    const read = await findNews(db, positions, recent);
    await saveNews(db, read);
    failPoint("digest.before-commit");
    return { read, positions };
  });
  for (const news of read) recent.release(news);
  const locked = new Set(positions.map(({ pageId }) => pageId));
  return {
    changed: read.filter(hasMoved).map(({ pageId }) => pageId),
    unfinished: read.flatMap(({ pageId, isComplete }) => (isComplete ? [] : pageId)),
    skipped: pageIds.filter((pageId) => !locked.has(pageId)),
  };
}

type NextNews = PageNews & { position: DigestPosition };

/** The next news of each position: from memory if it has all of it, or else from the tables. */
async function findNews(db: Db, positions: DigestPosition[], recent: RecentNews["turns"]): Promise<NextNews[]> {
  const limits = limitsOf(positions.length);
  const found = await findRecent(db, positions, recent, limits.maxTurns);
  const others = positions.filter(({ pageId }) => !found.has(pageId));
  const stored = new Map((await listNews(db, others, limits)).map((news) => [news.pageId, news]));
  return positions.flatMap((position) => {
    const next = found.get(position.pageId);
    const news = next ? newsOf(position, next) : stored.get(position.pageId);
    return news ? [{ ...news, position }] : [];
  });
}

const newsOf = (
  { pageId, throughId }: DigestPosition,
  { rows, isComplete }: { rows: CommittedTurn[]; isComplete: boolean },
): PageNews => ({
  ...{ pageId, isComplete, throughId: rows.at(-1)?.throughId ?? throughId },
  turns: rows.map(({ turn }) => turn),
  messages: rows.flatMap(({ messages }) => messages),
});

const hasMoved = ({ throughId, position }: NextNews) => throughId > position.throughId;

async function saveNews(db: Db, read: NextNews[]): Promise<void> {
  const firstInputs = await findFirstInputs(db, read);
  const all = read.filter(hasMoved).map((news) => {
    const counter = { ...news.position };
    return { ...news, firstInputs, counter, nextChange: () => ++counter.changed };
  });
  for (const part of parts) await part.digest(db, all);
  await saveDigests(
    db,
    all.map(({ pageId, throughId, counter }) => ({ pageId, throughId, changed: counter.changed })),
  );
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
