import type { Db } from "../db/db.ts";
import { changesChannel, notify } from "../db/notify.ts";
import { type Sql, sql } from "../db/sql.ts";

/**
 * Runs a statement that changes one row of `pages` and reports the page: to every node by a notification at the commit,
 * and to this process as soon as the transaction has ended, so that the caller's next read sees its own change. Every
 * statement that writes to `pages` goes through here. Returns false if there is no such row.
 */
export async function reportChange(db: Db, change: Sql): Promise<boolean> {
  return db.transact(async (db) => {
    const row = await db.find<{ id: string }>(sql`${change} returning id`);
    if (!row) return false;
    // A statement of its own: on several database servers, the row's server would send it, where nobody listens.
    await notify(db, changesChannel, row.id);
    db.pageChanged(row.id);
    return true;
  });
}
