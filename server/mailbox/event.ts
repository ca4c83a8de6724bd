import type { ConversationEvent } from "@banter/core/flow/event.ts";

/**
 * The event of a mailbox row: one that a conversation reacts to, or a report on messages sent earlier. `facts` are the
 * details of the customer that came with it.
 */
export type MailEvent = AnyEvent & { facts?: CustomerProfile };

type AnyEvent =
  | ConversationEvent
  | PressEvent
  | ReceiptEvent
  | ReportEvent
  | EchoEvent
  | DeletionEvent
  | ReachEvent
  | ClickEvent
  | RetryEvent
  | FactsEvent;

/** Details of a customer from a platform. They fill fields that are not known, and override nothing. */
export type CustomerProfile = {
  firstName?: string;
  lastName?: string;
  gender?: "MALE" | "FEMALE";
  locale?: string;
  timezone?: string;
  phone?: string;
  pictureUrl?: string;
};

/** The answer of a platform that was asked about the customer. */
export type FactsEvent = { type: "facts" };

/** A press as it arrives. Its meaning is looked up in its turn. */
export type PressEvent = { type: "payload"; payload: string; key?: string };

/** All messages up to these ids have been delivered, or seen. */
export type ReceiptEvent = { type: "receipt"; deliveredThrough?: number; seenThrough?: number };

/**
 * A platform's report on messages: those named by its own ids or ours, or all that were sent until an instant (epoch
 * milliseconds). `reason` is one of the send failures.
 */
export type ReportEvent = {
  type: "report";
  status: "sent" | "delivered" | "seen" | "failed";
  about: { platformIds: string[] } | { messageId: number; platformId?: string } | { through: number };
  reason?: string;
};

/**
 * A message of the page, reported by the platform. Ours: the message with that id has been sent, even if its attempt
 * seemed to fail. By a person in the platform's own inbox: the bot pauses for a while.
 */
export type EchoEvent = {
  type: "echo";
  platformId: string;
  messageId: number | null;
  isPerson: boolean;
  text?: string;
};

/** The customer has deleted a message: its text must be erased. */
export type DeletionEvent = { type: "deletion"; platformId: string };

/** The customer has blocked the page, or allows messages again. */
export type ReachEvent = { type: "reach"; isReachable: boolean };

/** The customer has followed a link in a message. */
export type ClickEvent = { type: "click"; messageId: number; index: number };

/** Failed messages to send again; null: all of the page. */
export type RetryEvent = { type: "retry"; messageIds: number[] | null };
