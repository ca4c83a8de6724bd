import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** The sender's own mark of what a customer did last, if it was lately. */
export async function findLastKey(db: Db, pageId: string, psid: string): Promise<string | null> {
  const row = await db.find<{ key: string }>(sql`
    select key
      from (select id, event ->> 'type' as type, event ->> 'key' as key from turns
             where page_id = ${pageId} and psid = ${psid}
             order by id desc
             limit 50) as newest
     where type in ('message', 'press') and key is not null
     order by id desc
     limit 1`);
  return row?.key ?? null;
}

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
