import type { Db } from "../db/db.ts";
import { changesChannel } from "../db/notify.ts";
import { type Sql, sql } from "../db/sql.ts";

/**
 * Runs a statement that changes one row of `pages` and reports the page: to every node by a notification at the commit,
 * and to this process as soon as the transaction has ended, so that the caller's next read sees its own change. Every
 * statement that writes to `pages` goes through here. Returns false if there is no such row.
 */
export async function reportChange(db: Db, change: Sql): Promise<boolean> {
  const rows = await db.many<{ id: string }>(sql`
    with changed as (${change} returning id)
    select id, pg_notify(${changesChannel}, id) from changed`);
  for (const { id } of rows) db.pageChanged(id);
  return rows.length > 0;
}
