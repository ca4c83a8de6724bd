import type { ConversationEvent } from "@banter/core/flow/event.ts";

/** What lies in a mailbox: what moves a conversation, and reports on messages sent earlier. */
export type MailEvent = ConversationEvent | PressEvent | ReceiptEvent | ClickEvent | RetryEvent;

/** A press as it comes in: what it means is looked up when its turn comes. */
export type PressEvent = { type: "payload"; payload: string; key?: string };

/** Every message up to these ids has reached the customer's device, or was seen. */
export type ReceiptEvent = { type: "receipt"; deliveredThrough?: number; seenThrough?: number };

/** A link in a message was followed. */
export type ClickEvent = { type: "click"; messageId: number; index: number };

/** Failed messages are to be tried again: those named, or all of the page's. */
export type RetryEvent = { type: "retry"; messageIds: number[] | null };
