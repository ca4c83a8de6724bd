import type { ChannelType } from "@banter/core/channels/index.ts";
import type { OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import type { RenderNote } from "@banter/core/flow/render-note.ts";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { fence, isFenced, type Lease } from "./leases.ts";

/** A message that has been given up, and why. */
export type FailedMessage = {
  id: number;
  psid: string;
  flowId: number | null;
  reason: string | null;
  attempts: number;
  createdAt: Date;
};

/** Newest first. */
export function listFailedMessages(db: Db, pageId: string, limit: number): Promise<FailedMessage[]> {
  return db.many(sql`
    select id, psid, flow_id, reason, attempts, created_at
      from message_troubles join messages using (page_id, id)
     where page_id = ${pageId} and status = 'failed'
     order by id desc
     limit ${limit}`);
}

/** Queues failed messages again, as if they had never been tried; null means all of the page's. */
export async function requeueMessages(db: Db, lease: Lease, ids: number[] | null): Promise<void> {
  const { pageId } = lease;
  await db.count(sql`
    with ${fence([lease])}
    update messages set status = 'queued', attempts = 0, due_at = null
     where page_id = ${pageId} and status = 'failed' and ${isFenced(sql`page_id`)}
       and id in (select id from message_troubles
                   where page_id = ${pageId} and (${ids}::bigint[] is null or id = any (${ids}::bigint[])))`);
}

/** `notes` is what the channel could not show as it was made. */
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

/** What became of a send: its messages so far, and whether it still waits for its turn. */
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
