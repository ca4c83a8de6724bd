import type { Db } from "./db.ts";
import { sql } from "./sql.ts";

/**
 * Returns the function that says which pages' rows may stand in one statement. On a plain PostgreSQL those of all pages
 * may. Where tables are distributed over servers, a statement must name one page.
 */
export async function batchKeys(db: Db): Promise<(pageId: string) => string> {
  const isDistributed = (await db.count(sql`select from pg_extension where extname = 'citus'`)) > 0;
  return isDistributed ? (pageId) => pageId : () => "";
}
