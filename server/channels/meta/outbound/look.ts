import { metaLimits } from "@banter/core/channels/meta/limits.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import type { Measure } from "../../text/split-text.ts";

/** The differences between Messenger and Instagram in what they show. */
export type Look = {
  /** The longest text alone, and the longest text above buttons. */
  text: Room;
  caption: Room;
  hasCallButtons: boolean;
  /** True if a link can open inside of the chat. */
  opensApps: boolean;
  /** True if quick replies can offer the customer's own phone number and e-mail address. */
  offersContacts: boolean;
  canShowFile: (url: string) => boolean;
  /** True if quick replies can be below media, cards and buttons too, not only below a text. */
  hasRepliesBelowAll: boolean;
  /** True if the pictures of cards can be square. */
  hasSquareCards: boolean;
};

export type Room = { max: number; measure: Measure };

export type MessagingType =
  | { messaging_type: "RESPONSE" | "UPDATE" | "UTILITY" }
  | { messaging_type: "MESSAGE_TAG"; tag: string };

/** The body of one call to the Send API. A message to a comment is its private reply. */
export type MetaCall = MessagingType & {
  recipient: { id: string } | { comment_id: string };
  message: MetaMessage;
  /** The message that is answered. */
  reply_to?: { mid: string };
};

export type MetaMessage = {
  text?: string;
  attachment?: { type: string; payload: JsonObject };
  template?: JsonObject;
  quick_replies?: JsonObject[];
  metadata?: string;
};

export const characters: Measure = (text) => [...text].length;
export const bytes: Measure = (text) => Buffer.byteLength(text);

/** The largest numbers of items, and the longest texts in characters. */
export const limits = {
  quickReplies: 13,
  cards: 10,
  title: metaLimits.button.max,
  /** Title and subtitle each. */
  cardText: metaLimits.card_title.max,
} as const;
