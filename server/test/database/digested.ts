import type { Db } from "../../store/db/db.ts";
import { sql } from "../../store/db/sql.ts";

/** True once the inbox and the statistics show everything that has happened on the page. */
export const isDigested = async (db: Db, pageId: string): Promise<boolean> =>
  (await db.count(sql`
    select from digests
     where page_id = ${pageId}
       and through_id = (select max(id) from (select max(id) as id from turns where page_id = ${pageId}
                                               union all
                                              select max(id) from messages where page_id = ${pageId}) as newest)`)) > 0;
