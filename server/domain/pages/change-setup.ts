import { changePage } from "../../store/catalog/pages.ts";
import type { Db } from "../../store/db/db.ts";

/**
 * Runs a change of a page's set-up in a transaction. First it raises the page's revision, by which other nodes and
 * caches notice the change; this also locks the page, so that changes of one page wait for each other.
 */
export function changeSetup<Result>(db: Db, pageId: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  return db.transact(async (db) => {
    await changePage(db, pageId);
    return work(db);
  });
}
