import type { ChannelType } from "@banter/core/channels/index.ts";
import type { OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import type { RenderNote } from "@banter/core/flow/render-note.ts";
import type { Db } from "../../db/db.ts";
import { sql } from "../../db/sql.ts";

/** `notes` name the parts that the channel could not show as they were made. */
export type Reason = {
  content: OutgoingMessage;
  status: string;
  reason: string | null;
  notes: RenderNote[] | null;
  channel: ChannelType;
  event: unknown;
  trace: unknown;
};

/** A message and the event that led to it: "why this reply?" */
export function findReason(db: Db, pageId: string, messageId: number): Promise<Reason | undefined> {
  return db.find(sql`
    select content, status, reason, notes, channel, event, trace
      from messages
      join pages on pages.id = ${pageId}
      left join turns on turns.page_id = ${pageId} and turns.id = turn_id
     where messages.page_id = ${pageId} and messages.id = ${messageId}`);
}

export type SentMessage = {
  id: number;
  status: string;
  reason: string | null;
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
    select id, status, reason, attempts, cardinality(clicked) > 0 as is_clicked, possible_duplicate, notes
      from messages
     where page_id = ${pageId} and send_id = ${sendId}
     order by id`);
  const isWaiting = (await db.count(sql`select from mailbox where page_id = ${pageId} and id = ${sendId}`)) > 0;
  const isHandled = (await db.count(sql`select from turns where page_id = ${pageId} and send_id = ${sendId}`)) > 0;
  return { isWaiting, isKnown: isWaiting || isHandled || messages.length > 0, messages };
}
