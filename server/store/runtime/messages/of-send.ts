import type { Db } from "../../db/db.ts";
import { sql } from "../../db/sql.ts";
import { type MessageEntry, messageEntryColumns, messageEntryJoins } from "../thread-entry.ts";

/** The messages that a send or a person's writing has made, oldest first. */
export function listMessagesOfSend(db: Db, pageId: string, sendId: number): Promise<MessageEntry[]> {
  return db.many(sql`
    select ${messageEntryColumns}
      from messages ${messageEntryJoins}
     where messages.page_id = ${pageId} and messages.send_id = ${sendId}
     order by messages.id`);
}

export function findMessageEntry(
  db: Db,
  pageId: string,
  messageId: number,
): Promise<(MessageEntry & { psid: string }) | undefined> {
  return db.find(sql`
    select ${messageEntryColumns}, messages.psid
      from messages ${messageEntryJoins}
     where messages.page_id = ${pageId} and messages.id = ${messageId}`);
}
