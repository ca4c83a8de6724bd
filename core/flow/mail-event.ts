import type { ConversationEvent } from "./event.ts";
import type { ReplyToken } from "./outgoing.ts";

/**
 * An event in a customer's mailbox: one that moves the conversation, or a report on messages sent earlier. `facts` came
 * along with it, `traceparent` is its place in a trace of OpenTelemetry, `reply` lets one message answer it at no cost.
 * Mailboxes store it as JSON, so its keys never change.
 */
export type MailEvent = BareEvent & { facts?: CustomerProfile; traceparent?: string; reply?: ReplyToken };

/** The event alone, without what came along with it. */
export type BareEvent =
  | ConversationEvent
  | PayloadEvent
  | ReceiptEvent
  | ReportEvent
  | EchoEvent
  | DeletionEvent
  | EditEvent
  | ReachEvent
  | ClickEvent
  | RetryEvent
  | DropEvent
  | FactsEvent
  | EraseEvent
  | ClearEvent;

/**
 * Facts about a customer, from a platform or from a visitor of the web chat. They fill fields that are empty, and
 * override nothing but the ad.
 */
export type CustomerProfile = {
  firstName?: string;
  lastName?: string;
  gender?: "MALE" | "FEMALE";
  locale?: string;
  timezone?: string;
  phone?: string;
  email?: string;
  adId?: string;
  pictureUrl?: string;
  /** Another psid under which the platform may name the customer later. */
  otherPsid?: string;
  /** The customer's user name at the platform. Customers change it, so that the newest counts. */
  userName?: string;
};

/** Tells nothing but `facts`: the platform was asked about the customer, or a visitor has come again. */
type FactsEvent = { type: "facts" };

/**
 * The payload of something pressed (`core/model/press-payload.ts`). The runner looks up the press that it stands for.
 */
type PayloadEvent = { type: "payload"; payload: string; key?: string };

/** All messages up to these ids have been delivered, or seen. */
type ReceiptEvent = { type: "receipt"; deliveredThrough?: number; seenThrough?: number };

/**
 * The platform's report on messages: on those it names by its own ids or ours, on all up to one that it names, or on all
 * that were sent until an instant (epoch milliseconds). `reason` is one of the send failures, `errorCode` the platform's
 * code of the error. `mayRetryOnce`: a second attempt may help.
 */
export type ReportEvent = {
  type: "report";
  status: "sent" | "delivered" | "seen" | "failed";
  about:
    | { platformIds: string[] }
    | { throughId: string }
    | { messageId: number; platformId?: string }
    | { through: number };
  reason?: string;
  errorCode?: string;
  mayRetryOnce?: true;
};

/**
 * The page's side has written. By us: the message with that id was sent, even if its attempt seemed to fail. By a
 * person in the platform's own inbox: the bot is silent for a while.
 */
export type EchoEvent = {
  type: "echo";
  platformId: string;
  messageId: number | null;
  isPerson: boolean;
  text?: string;
};

/** The customer has changed a message, or a person theirs in the platform's inbox. The new text starts nothing. */
export type EditEvent = { type: "edit"; platformId: string; text: string };

/** The customer has deleted a message, or a person theirs: its text must be forgotten. */
export type DeletionEvent = { type: "deletion"; platformId: string };

/** The customer has blocked the page, or can be reached again. */
export type ReachEvent = { type: "reach"; isReachable: boolean };

/** The customer has followed a link in a message. */
type ClickEvent = { type: "click"; messageId: number; index: number };

/** Failed messages are to be sent again: those named, or all of the page's. */
export type RetryEvent = { type: "retry"; messageIds: number[] | null };

/** The customer and everything about them is to be deleted. */
type EraseEvent = { type: "erase" };

/**
 * For many customers at once, in the mailbox of nobody: a tag or a field of the page was removed, or these visitors came
 * more than so many days ago and have never written.
 */
export type ClearEvent = {
  type: "clear";
  what: { tagId: number } | { field: string } | { visitors: string[]; days: number };
};

/** These messages are not to be sent any more. Those that have failed need nobody's attention any more. */
type DropEvent = { type: "drop"; messageIds: number[] };
