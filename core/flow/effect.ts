import type { ModelCall } from "./ai/model-call.ts";
import type { ConversationEvent } from "./event.ts";
import type { CommentAction, OutgoingMessage, Reaction } from "./outgoing.ts";
import type { SecretText } from "./render/secret-text.ts";

/** Something that the caller of a turn must do. Changes to the customer and the state are returned separately. */
export type Effect =
  /** Send a message of a flow, or of send_content (without a flow). `isReply`: the customer is waiting for it. */
  | { type: "say"; message: OutgoingMessage; origin: Origin; isReply: boolean; messageTag?: string; warnings: string[] }
  /** Do something in public with a comment. */
  | { type: "comment_action"; action: CommentAction; origin: Origin }
  /** React to a message of the customer, or take the reaction back. */
  | { type: "react"; reaction: Reaction; origin: Origin }
  /** Give the conversation to the platform's own inbox, behind the messages of this turn. */
  | { type: "pass_control" }
  /** Put a timer event into the mailbox, due at `at` (epoch milliseconds). */
  | { type: "set_timer"; at: number; runId: number; turn: number; isTyping: boolean }
  | {
      type: "request";
      runId: number;
      turn: number;
      method: string;
      url: SecretText;
      headers: [string, SecretText][];
      body?: SecretText;
    }
  /** Ask a model. Its answer comes back as that of a request does. */
  | { type: "model"; runId: number; turn: number; call: ModelCall }
  | { type: "notify"; text: string; flowId: number | null }
  /** The customer waits for a person, at most until `until`. Both are epoch milliseconds. */
  | { type: "hand_over"; since: number; until: number | null; flowId: number | null }
  /** Handle an event of the same customer at a time, in epoch milliseconds. */
  | {
      type: "postpone";
      at: number;
      event: Extract<ConversationEvent, { type: "send_flow" | "send_content" | "rule_due" }>;
    }
  /** Put an event into the mailbox of another customer: the same person under another id, or a contact. */
  | {
      type: "transfer";
      to: string;
      event: Extract<ConversationEvent, { type: "arrived" | "inherited" | "joined" | "parted" }>;
    }
  /** The customer left a phone number in this flow, or answered its quick reply for one. */
  | { type: "phone_left"; flowId: number }
  /** A message that cannot be sent, for example because its text is empty once filled in. */
  | { type: "unsendable"; reason: string; origin: Origin };

/** The source of a message, for statistics and for "why this reply?". */
export type Origin = {
  flowId: number | null;
  version: number | null;
  step: string | null;
  runId: number | null;
  sendId: number | null;
};
