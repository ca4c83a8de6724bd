import type { ChannelType } from "@banter/core/channels/index.ts";
import type { ConversationEvent } from "@banter/core/flow/event.ts";
import { typesWith } from "@banter/core/flow/event-traits.ts";
import type { Trace } from "@banter/core/flow/trace.ts";
import type { Db } from "../../db/db.ts";
import { sql } from "../../db/sql.ts";
import { type MessageEntry, messageEntryColumns, messageEntryJoins } from "../thread-entry.ts";

/** A message, and everything that the tables tell about how it came about. */
export type Reason = MessageEntry & {
  psid: string;
  messageTag: string | null;
  sentAt: Date | null;
  /** How often it was tried. */
  attempts: number;
  channel: ChannelType;
  /** The event of its turn, and the trace, which is kept for 30 days. */
  cause: ConversationEvent | null;
  causedAt: Date | null;
  trace: Trace | null;
  /** When the customer had last written or pressed something, if it is among their newest turns before the message. */
  lastInputAt: Date | null;
};

export function findReason(db: Db, pageId: string, messageId: number): Promise<Reason | undefined> {
  return db.find(sql`
    select ${messageEntryColumns}, messages.psid, messages.message_tag, messages.sent_at, messages.attempts,
           pages.channel, turns.event as cause, turns.at as caused_at, turns.trace,
           (select max(before.at)
              from (select input.at, input.event ->> 'type' as type from turns as input
                     where input.page_id = messages.page_id and input.psid = messages.psid
                       and input.id <= messages.turn_id
                     order by input.id desc
                     limit 200) as before
             where before.type = any (${typesWith("isInput")}::text[])) as last_input_at
      from messages ${messageEntryJoins}
      join pages on pages.id = messages.page_id
     where messages.page_id = ${pageId} and messages.id = ${messageId}`);
}
