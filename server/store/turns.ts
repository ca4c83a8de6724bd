import type { Db } from "./db.ts";
import { sql } from "./sql.ts";

/**
 * Reasons are kept for 30 days; what was said stays. A bounded number at a time, and not all of the past looked through
 * each time, so that no statement runs long.
 */
export async function forgetOldTraces(db: Db): Promise<void> {
  await db.count(sql`
    update turns set trace = null
     where (page_id, id) in (select page_id, id from turns
                              where at < now() - interval '30 days' and at > now() - interval '40 days'
                                and trace is not null
                              limit 10000)`);
}
