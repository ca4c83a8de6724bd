import type { RenderNote } from "@banter/core/flow/render-note.ts";
import type { Db } from "../../db/db.ts";
import { sql } from "../../db/sql.ts";

export type SentMessage = {
  id: number;
  status: string;
  reason: string | null;
  errorCode: string | null;
  attempts: number;
  isClicked: boolean;
  possibleDuplicate: boolean;
  notes: RenderNote[] | null;
};

/** A send's messages so far. `isWaiting`: its turn has not been taken yet. */
export async function findSend(
  db: Db,
  pageId: string,
  sendId: number,
): Promise<{ isWaiting: boolean; isKnown: boolean; messages: SentMessage[] }> {
  const messages = await db.many<SentMessage>(sql`
    select id, status, reason, error_code, attempts, cardinality(clicked) > 0 as is_clicked, possible_duplicate, notes
      from messages
     where page_id = ${pageId} and send_id = ${sendId}
     order by id`);
  const isWaiting = (await db.count(sql`select from mailbox where page_id = ${pageId} and id = ${sendId}`)) > 0;
  const isHandled = await isSendHandled(db, pageId, sendId);
  return { isWaiting, isKnown: isWaiting || isHandled || messages.length > 0, messages };
}

/** True once the turn of a send, or of a person's action, has been taken. */
export async function isSendHandled(db: Db, pageId: string, sendId: number): Promise<boolean> {
  return (await db.count(sql`select from turns where page_id = ${pageId} and send_id = ${sendId}`)) > 0;
}
