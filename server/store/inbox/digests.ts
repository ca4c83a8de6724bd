import type { Db } from "../db/db.ts";
import { json, sql } from "../db/sql.ts";

/** How far a page is digested, and the counter of its conversations' changes. */
export type DigestPosition = { pageId: string; throughId: number; changed: number };

/**
 * Locks the positions of these pages until the transaction ends. Pages that another writer has locked are left out;
 * so are pages that were deleted. Sorted, so that two transactions lock in the same order.
 */
export async function lockDigests(db: Db, pageIds: string[]): Promise<DigestPosition[]> {
  const sorted = pageIds.toSorted();
  const lock = sql`
    select page_id, through_id, changed from digests
     where page_id = any (${sorted}::text[])
     order by page_id
       for update skip locked`;
  const locked = await db.many<DigestPosition>(lock);
  if (locked.length === sorted.length) return locked;
  const added = await db.count(sql`
    insert into digests (page_id)
    select id from pages where id = any (${sorted}::text[]) order by id
        on conflict do nothing`);
  return added > 0 ? db.many(lock) : locked;
}

export async function saveDigests(db: Db, positions: DigestPosition[]): Promise<void> {
  if (positions.length === 0) return;
  const rows = positions.map(({ pageId, throughId, changed }) => ({
    ...{ page_id: pageId, through_id: throughId, changed },
  }));
  await db.count(sql`
    update digests set through_id = row.through_id, changed = row.changed
      from json_to_recordset(${json(rows)}) as row (page_id text, through_id bigint, changed bigint)
     where digests.page_id = row.page_id`);
}

/**
 * Takes the next number of the page's counter for a conversation that this transaction changes. The row stays locked
 * until the commit, so that numbers are committed in their order.
 */
export async function nextChange(db: Db, pageId: string): Promise<DigestPosition> {
  return db.get(sql`
    insert into digests (page_id, changed) values (${pageId}, 1)
        on conflict (page_id) do update set changed = digests.changed + 1
    returning page_id, through_id, changed`);
}

/** The number of the page's last change. */
export async function findLastChange(db: Db, pageId: string): Promise<number> {
  const row = await db.find<{ changed: number }>(sql`select changed from digests where page_id = ${pageId}`);
  return row?.changed ?? 0;
}

/** Pages with turns or messages that are not digested yet. */
export async function listPagesBehind(db: Db, limit: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select pages.id
      from pages
      left join digests on digests.page_id = pages.id
      left join lateral (select id from turns where page_id = pages.id order by id desc limit 1) as turn on true
      left join lateral (select id from messages where page_id = pages.id order by id desc limit 1) as message on true
     where greatest(turn.id, message.id) > coalesce(through_id, 0)
     order by pages.id
     limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Keeps every digest of the page out until the transaction ends, also those that have not begun. */
export async function lockAllDigests(db: Db, pageId: string): Promise<void> {
  await db.count(sql`
    insert into digests (page_id) values (${pageId}) on conflict (page_id) do update set page_id = excluded.page_id`);
  await db.count(sql`
    insert into word_digests (page_id) values (${pageId})
        on conflict (page_id) do update set page_id = excluded.page_id`);
}
