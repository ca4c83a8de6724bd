import type { Db } from "../db/db.ts";
import { rowsOfPages, sql } from "../db/sql.ts";
import { listBehind, lockPosition, lockPositions } from "./positions.ts";
import { lockWords } from "./word-digests.ts";

/** How far a page is digested, and the counter of its conversations' changes. */
export type DigestPosition = { pageId: string; throughId: number; changed: number };

const table = sql`digests`;

/** Locks the positions of these pages until the transaction ends; those that are free. */
export const lockDigests = (db: Db, pageIds: string[]): Promise<DigestPosition[]> => lockPositions(db, table, pageIds);

export async function saveDigests(db: Db, positions: DigestPosition[]): Promise<void> {
  if (positions.length === 0) return;
  const rows = positions.map(({ pageId, throughId, changed }) => ({
    ...{ page_id: pageId, through_id: throughId, changed },
  }));
  await db.count(sql`
    update digests set through_id = row.through_id, changed = row.changed
      from ${rowsOfPages(rows)} as row (page_id text, through_id bigint, changed bigint)
     where digests.page_id = row.page_id`);
}

/**
 * Takes the next number of the page's counter for a conversation that this transaction changes. The row stays locked
 * until the commit, so that numbers are committed in their order.
 */
export function nextChanges(db: Db, pageId: string): Promise<DigestPosition> {
  return db.get(sql`
    insert into digests (page_id, changed) values (${pageId}, 1)
        on conflict (page_id) do update set changed = digests.changed + excluded.changed
    returning page_id, through_id, changed`);
}

/**
 * Takes several numbers of many pages, of which `changed` is the last one; without pages that were deleted. Sorted, so
 * that two transactions lock in the same order.
 */
export function nextChangesOf(db: Db, asked: { pageId: string; howMany: number }[]): Promise<DigestPosition[]> {
  const rows = asked.map(({ pageId, howMany }) => ({ page_id: pageId, how_many: howMany }));
  return db.many(sql`
    insert into digests (page_id, changed)
    select row.page_id, how_many
      from ${rowsOfPages(rows)} as row (page_id text, how_many bigint)
      join pages on pages.id = row.page_id
     order by row.page_id
        on conflict (page_id) do update set changed = digests.changed + excluded.changed
    returning page_id, through_id, changed`);
}

/** The number of the page's last change. */
export async function findLastChange(db: Db, pageId: string): Promise<number> {
  const row = await db.find<{ changed: number }>(sql`select changed from digests where page_id = ${pageId}`);
  return row?.changed ?? 0;
}

/** Pages with turns or messages that are not digested yet. */
export const listPagesBehind = (db: Db, limit: number): Promise<string[]> => listBehind(db, table, limit);

/** Keeps every digest of the page out until the transaction ends, also those that have not begun. */
export async function lockAllDigests(db: Db, pageId: string): Promise<void> {
  await lockPosition(db, table, pageId);
  await lockWords(db, pageId);
}
