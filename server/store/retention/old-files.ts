import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** A file that a customer has sent, and the customer. */
type OldFile = { id: number; psid: string };

/** The next stored files of a page's customers that are older than some days, by id. */
export function listOldFiles(
  db: Db,
  pageId: string,
  { days, after, limit }: { days: number; after: number; limit: number },
): Promise<OldFile[]> {
  return db.many(sql`
    select id, psid
      from media
     where page_id = ${pageId} and source = 'customer' and state = 'stored' and id > ${after}
       and created_at < now() - make_interval(days => ${days})
     order by id
     limit ${limit}`);
}

/** True if the customer has an event with this text, the start of a file's address, or mail that waits. */
export async function isFileUsed(db: Db, pageId: string, psid: string, address: string): Promise<boolean> {
  const found = await db.count(sql`
    select from turns where page_id = ${pageId} and psid = ${psid} and position(${address} in event::text) > 0
     union all
    select from mailbox where page_id = ${pageId} and psid = ${psid}
     limit 1`);
  return found > 0;
}
