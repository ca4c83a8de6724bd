import type { Db } from "../db/db.ts";
import { rowsOfPages, sql } from "../db/sql.ts";
import { listBehind, lockPosition, lockPositions } from "./positions.ts";

/** How far the words of a page's messages are indexed. */
export type WordPosition = { pageId: string; throughId: number };

const table = sql`word_digests`;

export const lockWordDigests = (db: Db, pageIds: string[]): Promise<WordPosition[]> =>
  lockPositions(db, table, pageIds);

export async function saveWordDigests(db: Db, positions: WordPosition[]): Promise<void> {
  const rows = positions.map(({ pageId, throughId }) => ({ page_id: pageId, through_id: throughId }));
  await db.count(sql`
    update word_digests set through_id = row.through_id
      from ${rowsOfPages(rows)} as row (page_id text, through_id bigint)
     where word_digests.page_id = row.page_id`);
}

export async function findWordPosition(db: Db, pageId: string): Promise<number> {
  const row = await db.find<{ throughId: number }>(sql`select through_id from word_digests where page_id = ${pageId}`);
  return row?.throughId ?? 0;
}

export const listPagesWithNewWords = (db: Db, limit: number): Promise<string[]> => listBehind(db, table, limit);

export const lockWords = (db: Db, pageId: string): Promise<void> => lockPosition(db, table, pageId);
