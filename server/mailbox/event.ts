import type { ConversationEvent } from "@banter/core/flow/event.ts";

/**
 * What lies in a mailbox: what moves a conversation, and reports on messages sent earlier. `facts` are what came along
 * with it.
 */
export type MailEvent = AnyEvent & { facts?: CustomerFacts };

type AnyEvent =
  | ConversationEvent
  | PayloadEvent
  | ReceiptEvent
  | ReportEvent
  | EchoEvent
  | DeletionEvent
  | ReachEvent
  | ClickEvent
  | RetryEvent
  | FactsEvent;

/** What a platform tells of a customer. It fills what is not known, and overrides nothing. */
export type CustomerFacts = {
  firstName?: string;
  lastName?: string;
  gender?: "MALE" | "FEMALE";
  locale?: string;
  timezone?: string;
  phone?: string;
  pictureUrl?: string;
};

/** The platform was asked about the customer, and these are its facts. */
export type FactsEvent = { type: "facts" };

/** A press as it comes in: a payload, whose target is looked up when its turn comes. */
export type PayloadEvent = { type: "payload"; payload: string; key?: string };

/** Every message up to these ids has reached the customer's device, or was seen. */
export type ReceiptEvent = { type: "receipt"; deliveredThrough?: number; seenThrough?: number };

/**
 * What the platform says became of messages: of those it names by its own ids or ours, or of all that were sent until an
 * instant (epoch milliseconds). `reason` is one of the send failures.
 */
export type ReportEvent = {
  type: "report";
  status: "sent" | "delivered" | "seen" | "failed";
  about: { platformIds: string[] } | { messageId: number; platformId?: string } | { through: number };
  reason?: string;
};

/**
 * The page's side has written. By us: the message with that id has been sent, whatever its attempt seemed to end with. By
 * a person in the platform's own inbox: the bot falls silent for a while.
 */
export type EchoEvent = {
  type: "echo";
  platformId: string;
  messageId: number | null;
  isPerson: boolean;
  text?: string;
};

/** The customer has taken a message back: what it said must be forgotten. */
export type DeletionEvent = { type: "deletion"; platformId: string };

/** The customer has blocked the page, or has come back. */
export type ReachEvent = { type: "reach"; isReachable: boolean };

/** A link in a message was followed. */
export type ClickEvent = { type: "click"; messageId: number; index: number };

/** Failed messages are to be tried again: those named, or all of the page's. */
export type RetryEvent = { type: "retry"; messageIds: number[] | null };
