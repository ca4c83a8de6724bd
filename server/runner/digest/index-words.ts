import { textsOf, type WrittenText, wordRowsOf } from "../../domain/conversations/message-words.ts";
import { insertWords } from "../../store/conversations/message-words.ts";
import { listNews } from "../../store/conversations/news.ts";
import { lockWordDigests, saveWordDigests, type WordPosition } from "../../store/conversations/word-digests.ts";
import type { Db } from "../../store/db/db.ts";
import { type RecentNews, recentNews } from "./committed.ts";
import { findRecent } from "./recent.ts";

/** Folding words keeps the event loop busy, so that the pieces are smaller than those of the digest. */
const limits = { maxTurns: 1000, maxMessages: 2000 };

/** Indexes the words of the next messages of these pages, in one transaction. Returns the pages that have more. */
export async function indexWords(
  db: Db,
  pageIds: string[],
  recent: RecentNews["texts"] = recentNews().texts,
): Promise<string[]> {
  const all = await db.transact(async (db) => {
    const all = await findTexts(db, await lockWordDigests(db, pageIds), recent);
    const rows = all.flatMap(({ pageId, texts }) => wordRowsOf(pageId, texts));
    if (rows.length > 0) await insertWords(db, rows);
    if (all.length > 0) await saveWordDigests(db, all);
    return all;
  });
  for (const position of all) recent.release(position);
  return all.flatMap(({ pageId, isComplete }) => (isComplete ? [] : pageId));
}

type PageTexts = WordPosition & { texts: WrittenText[]; isComplete: boolean };

/** The next texts of each position: from memory if it has all of them, or else from the tables. */
async function findTexts(db: Db, positions: WordPosition[], recent: RecentNews["texts"]): Promise<PageTexts[]> {
  const found = await findRecent(db, positions, recent, limits.maxTurns);
  const others = positions.filter(({ pageId }) => !found.has(pageId));
  const stored = (await listNews(db, others, limits)).map((news) => ({ ...news, texts: textsOf(news) }));
  const remembered = positions.flatMap(({ pageId, throughId }) => {
    const next = found.get(pageId);
    if (!next) return [];
    const { rows, isComplete } = next;
    const texts = rows.flatMap((row) => row.texts);
    return [{ pageId, isComplete, texts, throughId: rows.at(-1)?.throughId ?? throughId }];
  });
  return [...remembered, ...stored];
}
