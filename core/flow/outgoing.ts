import { type TextMark, writeMarks } from "../model/content/text-marks.ts";
import type { Payload } from "../model/payload.ts";

/** A message to a customer, filled in, before any channel renders it. */
export type OutgoingMessage = (
  | { type: "text"; text: string; marks?: TextMark[]; action?: ChatAction }
  /** `round`: a video that is shown in a circle. `alt`: the words of a picture for those who cannot see it. */
  | { type: "image" | "video" | "audio" | "file"; url: string; round?: true; alt?: string }
  | { type: "cards"; elements: OutgoingCard[]; image_aspect_ratio?: "horizontal" | "square" }
  | { type: "whatsapp_message_template"; template: unknown }
) & {
  /** It is sent as the private reply to this comment. */
  commentId?: string;
  /** The customer's message that it answers. */
  quoted?: MessageReference;
  buttons?: OutgoingButton[];
  quick_replies?: OutgoingReply[];
  /** The variables of the run, for the flow that its buttons lead to. They come back with the press. */
  variables?: Payload;
  /** Set on the first message that answers an event with such a token. */
  reply?: ReplyToken;
};

/** Something that a text opens inside of the chat. Channels without it show the text alone. */
export type ChatAction =
  | { type: "form"; form_id: string; button: string; screen?: string }
  /** One product, several or, with none, the whole catalog. */
  | { type: "products"; products: string[]; catalog_id?: string; title?: string }
  | InvoiceAction;

/** A bill that can be paid in the chat. Amounts are in the smallest part of the currency. */
export type InvoiceAction = {
  type: "invoice";
  title: string;
  description: string;
  currency: string;
  prices: { label: string; amount: number }[];
  photo_url?: string;
  name?: string;
};

/** A platform's token for one answer to an event, and until when it may be used (epoch milliseconds). */
export type ReplyToken = { token: string; until: number };

/** Something the page does in public with a comment: it answers, likes or hides it. Delivered like a message. */
export type CommentAction =
  | { type: "comment_action"; commentId: string; action: "answer"; text: string }
  | { type: "comment_action"; commentId: string; action: "like" | "hide" };

/**
 * A message of the customer: the id of its turn, and the platform's id. `token` is the platform's for quoting it. `text` is kept
 * only on our own channel, where no platform has the words.
 */
export type MessageReference = { id: number; platformId?: string; token?: string; text?: string };

/** The page's reaction to a message of the customer; null takes it back. Delivered like a message. */
export type Reaction = { type: "reaction"; emoji: string | null; about: MessageReference };

/**
 * Pictures and videos that stand one after another in a content, made into one message for a channel that shows them
 * together. The quick replies are those of the last one.
 */
export type OutgoingAlbum = {
  type: "album";
  items: AlbumItem[];
  commentId?: undefined;
  quoted?: undefined;
} & Pick<OutgoingMessage, "quick_replies" | "variables" | "reply">;

export type AlbumItem = { type: "image" | "video"; url: string };

/** The conversation goes to the platform's own inbox. Delivered like a message, behind those before it. */
type ControlPass = { type: "control_pass" };

/** Something that the page does at the platform and that is no message to the customer. */
type PageAct = CommentAction | Reaction | ControlPass;

/** Everything that is stored in `messages.content`. */
export type OutgoingContent = OutgoingMessage | OutgoingAlbum | PageAct;

const acts: ReadonlySet<string> = new Set<PageAct["type"]>(["comment_action", "reaction", "control_pass"]);

export const isMessage = (content: OutgoingContent): content is OutgoingMessage | OutgoingAlbum =>
  !acts.has(content.type);

/** The message with plain words: an address follows the words that lead to it. */
export function withoutMarks(message: OutgoingMessage): OutgoingMessage {
  if (message.type !== "text" || message.marks === undefined) return message;
  const { marks, text, ...others } = message;
  return { ...others, text: writeMarks(text, marks) };
}

export type OutgoingCard = {
  title: string;
  subtitle?: string;
  image_url?: string;
  image_alt?: string;
  action_url?: string;
  buttons?: OutgoingButton[];
};

/** The target of a press. A step has its flow and version, so that old buttons work after new versions. */
export type PressTarget =
  | { type: "flow"; flow_id: number }
  | { type: "step"; flow_id: number; version: number; step: string }
  | { type: "text"; text: string }
  /** The customer ends their subscription to the page's news, or begins one. */
  | { type: "consent"; is_wanted: boolean };

export type OutgoingButton =
  | { type: "press"; title: string; target: PressTarget | null }
  /** `opens_app`: the page opens inside of the chat and may talk with the platform. */
  | { type: "url"; title: string; url: string; opens_app?: true }
  | { type: "call"; title: string; phone: string };

export type OutgoingReply =
  | { type: "press"; title: string; target: PressTarget | null }
  | { type: "phone_number" }
  | { type: "email" }
  | { type: "location" };

/**
 * Everything in a message that can be pressed or opened, in a fixed order: buttons, then each card's picture link and
 * buttons, then quick replies. Payloads, links and click counts use the index in this list.
 */
export function listPressables(message: OutgoingContent): Pressable[] {
  if (!isMessage(message)) return [];
  if (message.type === "album") return message.quick_replies ?? [];
  const cards = message.type === "cards" ? message.elements : [];
  return [
    ...(message.buttons ?? []),
    ...cards.flatMap(({ action_url, title, buttons = [] }): Pressable[] => [
      ...(action_url === undefined ? [] : [{ type: "url" as const, title, url: action_url }]),
      ...buttons,
    ]),
    ...(message.quick_replies ?? []),
  ];
}

export type Pressable = OutgoingButton | OutgoingReply;

/** Why a message of some content cannot be sent. */
export type UnsendableReason = "empty_text" | "empty_cards" | "text_too_long" | "wrong_price";
