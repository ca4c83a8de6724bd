import type { Db } from "@banter/server/store/db/db.ts";
import { sql } from "@banter/server/store/db/sql.ts";

/** Lines of the inbox of as many customers, named "Customer 1 of 3000" and so on; the last is the newest. */
export async function insertConversations(db: Db, pageId: string, count: number): Promise<void> {
  await db.count(sql`
    insert into customers (page_id, psid, first_name, last_name)
    select ${pageId}, 'web_m' || number, 'Customer ' || number, 'of ' || ${count}::int
      from generate_series(1, ${count}::int) number`);
  await db.count(sql`
    insert into conversations (page_id, psid, last_id, last_at, last_from, last_kind, last_text, changed)
    select ${pageId}, 'web_m' || number, number, now() - make_interval(mins => ${count}::int - number::int), 'customer',
           'text', 'Message ' || number, number
      from generate_series(1, ${count}::int) number`);
}
