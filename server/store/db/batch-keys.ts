import type { Db } from "./db.ts";
import { sql } from "./sql.ts";

/**
 * Returns a function from a page to the key of its batch: rows of pages with the same key may be in one statement. On a
 * plain PostgreSQL all pages have the same key. If tables are distributed over servers, each page has its own.
 */
export async function batchKeys(db: Db): Promise<(pageId: string) => string> {
  const isDistributed = (await db.count(sql`select from pg_extension where extname = 'citus'`)) > 0;
  return isDistributed ? (pageId) => pageId : () => "";
}
