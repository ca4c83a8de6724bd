import { metaLimits } from "@banter/core/channels/meta.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import type { Measure } from "../split-text.ts";

/** What Meta's channels show differently. */
export type Look = {
  /** A text alone, and a text above buttons. */
  text: Room;
  caption: Room;
  hasCallButtons: boolean;
  /** Whether a quick reply can offer the customer's own number and address. */
  offersContacts: boolean;
  canShowFile: (url: string) => boolean;
};

export type Room = { max: number; measure: Measure };

export type MessagingType =
  | { messaging_type: "RESPONSE" | "UPDATE" | "UTILITY" }
  | { messaging_type: "MESSAGE_TAG"; tag: string };

/** One post to the Send API. */
export type MetaCall = MessagingType & { recipient: { id: string }; message: MetaMessage };

export type MetaMessage = {
  text?: string;
  attachment?: { type: string; payload: JsonObject };
  template?: JsonObject;
  quick_replies?: JsonObject[];
  metadata?: string;
};

export const characters: Measure = (text) => [...text].length;
export const bytes: Measure = (text) => Buffer.byteLength(text);

/** How many there can be, and how many characters of each are shown. */
export const limits = {
  quickReplies: 13,
  cards: 10,
  title: metaLimits.button.max,
  /** Title and subtitle each. */
  cardText: metaLimits.card_title.max,
} as const;
