import type { ConversationEvent } from "@banter/core/flow/event.ts";
import type { OutgoingContent } from "@banter/core/flow/outgoing.ts";
import type { RenderNote } from "@banter/core/flow/render-note.ts";
import { type Sql, sql } from "../db/sql.ts";

/**
 * One entry of a conversation as people read it: a turn of the customer or of a person in the platform's own inbox, or a
 * message to the customer.
 */
export type ThreadEntry = TurnEntry | MessageEntry;

export type TurnEntry = { id: number; at: Date; event: ConversationEvent; content: null };

export type MessageEntry = {
  id: number;
  at: Date;
  event: null;
  content: OutgoingContent;
  status: "queued" | "sending" | "sent" | "delivered" | "seen" | "failed";
  reason: string | null;
  /** The platform's code of the error, if it gave one. */
  errorCode: string | null;
  dueAt: Date | null;
  clicked: number[];
  possibleDuplicate: boolean;
  notes: RenderNote[] | null;
  flowId: number | null;
  flowName: string | null;
  step: string | null;
  /** The platform's ids of its calls, with spaces between them. */
  platformId: string | null;
  /** The member who wrote it; null if the bot did. */
  authorId: string | null;
  authorName: string | null;
};

/** The columns of a `MessageEntry` that come from `messages`, and from `messageEntryJoins`. */
export const messageEntryColumns: Sql = sql`
  messages.id, messages.created_at as at, null::json as event, messages.content, messages.status, messages.reason,
  messages.error_code, messages.due_at, messages.clicked, messages.possible_duplicate, messages.notes, messages.flow_id,
  flows.name as flow_name, messages.step, messages.platform_id, users.id as author_id, users.name as author_name`;

/** Joins the turn of each row of `messages`, with its author, and its flow. */
export const messageEntryJoins: Sql = sql`
  left join turns on turns.page_id = messages.page_id and turns.id = messages.turn_id
  left join users on users.id = case when turns.event ->> 'type' in ('person_message', 'person_reaction')
                                      then turns.event ->> 'userId' end
  left join flows on flows.page_id = messages.page_id and flows.id = messages.flow_id`;
