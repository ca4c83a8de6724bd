import type { MessageForm } from "@banter/core/model/content/message-form.ts";
import type { Db } from "../../db/db.ts";
import { json, sql } from "../../db/sql.ts";

export function listMessageForms(db: Db, pageId: string): Promise<MessageForm[]> {
  return db.many(sql`
    select platform_id as id, name, status from message_forms where page_id = ${pageId} order by name, platform_id`);
}

/** Replaces all forms of the page. Run it in a transaction. */
export async function replaceMessageForms(db: Db, pageId: string, forms: MessageForm[]): Promise<void> {
  await db.count(sql`delete from message_forms where page_id = ${pageId}`);
  await db.count(sql`
    insert into message_forms (page_id, platform_id, name, status)
    select ${pageId}, id, name, status
      from json_to_recordset(${json(forms)}) as row (id text, name text, status text)
        on conflict (page_id, platform_id) do nothing`);
}
