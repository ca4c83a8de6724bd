import type { Db } from "../db/db.ts";
import { type Sql, sql } from "../db/sql.ts";

/**
 * Locks rows of pages in a table of positions until the transaction ends, and adds missing ones. Rows that another
 * writer has locked are left out; so are deleted pages. Sorted, so that two transactions lock in the same order.
 */
export async function lockPositions<Row>(db: Db, table: Sql, pageIds: string[]): Promise<Row[]> {
  const sorted = pageIds.toSorted();
  // One page is named by its value: on several database servers, it shows which server has the page.
  const isAsked = (column: Sql) =>
    sorted.length === 1 ? sql`${column} = ${sorted[0]}` : sql`${column} = any (${sorted}::text[])`;
  const lock = sql`
    select * from ${table}
     where ${isAsked(sql`page_id`)}
     order by page_id
       for update skip locked`;
  const locked = await db.many<Row>(lock);
  if (locked.length === sorted.length) return locked;
  const added = await db.count(sql`
    insert into ${table} (page_id)
    select id from pages where ${isAsked(sql`id`)} order by id
        on conflict do nothing`);
  return added > 0 ? db.many(lock) : locked;
}

/** Pages with turns or messages after their position in the table. */
export async function listBehind(db: Db, table: Sql, limit: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    select pages.id
      from pages
      left join ${table} as position on position.page_id = pages.id
      left join lateral (select id from turns where page_id = pages.id order by id desc limit 1) as turn on true
      left join lateral (select id from messages where page_id = pages.id order by id desc limit 1) as message on true
     where greatest(turn.id, message.id) > coalesce(through_id, 0)
     order by pages.id
     limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Locks the page's row, which is added if it is missing. Waits for a writer that has it. */
export async function lockPosition(db: Db, table: Sql, pageId: string): Promise<void> {
  await db.count(sql`
    insert into ${table} (page_id) values (${pageId}) on conflict (page_id) do update set page_id = excluded.page_id`);
}
