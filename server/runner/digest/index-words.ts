import { wordRowsOf } from "../../domain/conversations/message-words.ts";
import { insertWords } from "../../store/conversations/message-words.ts";
import { listNews } from "../../store/conversations/news.ts";
import { lockWordDigests, saveWordDigests } from "../../store/conversations/word-digests.ts";
import type { Db } from "../../store/db/db.ts";

/** Folding and indexing words takes longer than the digest, so that its pieces are smaller. */
const limits = { maxTurns: 500, maxMessages: 1000 };

/** Indexes the words of the next messages of these pages, in one transaction. Returns the pages that have more. */
export function indexWords(db: Db, pageIds: string[]): Promise<string[]> {
  return db.transact(async (db) => {
    const all = await listNews(db, await lockWordDigests(db, pageIds), limits);
    const rows = all.flatMap(wordRowsOf);
    if (rows.length > 0) await insertWords(db, rows);
    if (all.length > 0) await saveWordDigests(db, all);
    return all.flatMap(({ pageId, isComplete }) => (isComplete ? [] : pageId));
  });
}
