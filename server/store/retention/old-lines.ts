import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/**
 * Brings the inbox up to date with removed rows: a line loses the text of its last entry if that is gone, and a line
 * without any entry goes. The page's digests are locked meanwhile.
 */
export async function trimLines(
  db: Db,
  pageId: string,
  { ids, psids }: { ids: number[]; psids: string[] },
): Promise<void> {
  await db.count(sql`
    update conversations set last_text = '', last_kind = 'other'
     where page_id = ${pageId} and last_id = any (${ids}::bigint[]) and last_text <> ''`);
  await db.count(sql`
    delete from conversations
     where page_id = ${pageId} and psid = any (${psids}::text[])
       and not exists (select from turns where turns.page_id = ${pageId} and turns.psid = conversations.psid)
       and not exists (select from messages where messages.page_id = ${pageId} and messages.psid = conversations.psid)
       and not exists (select from hand_overs
                        where hand_overs.page_id = ${pageId} and hand_overs.psid = conversations.psid)`);
}
