import { type TextMark, writeMarks } from "../model/content/text-marks.ts";
import type { Payload } from "../model/payload.ts";

/** A message to a customer, filled in, before any channel renders it. */
export type OutgoingMessage = (
  | { type: "text"; text: string; marks?: TextMark[]; action?: ChatAction }
  | { type: "image" | "video" | "audio" | "file"; url: string }
  | { type: "cards"; elements: OutgoingCard[]; image_aspect_ratio?: "horizontal" | "square" }
  | { type: "whatsapp_message_template"; template: unknown }
) & {
  /** It is sent as the private reply to this comment. */
  commentId?: string;
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
  | { type: "products"; products: string[]; catalog_id?: string; title?: string };

/** A platform's token for one answer to an event, and until when it may be used (epoch milliseconds). */
export type ReplyToken = { token: string; until: number };

/** Something the page does in public with a comment: it answers, likes or hides it. Delivered like a message. */
export type CommentAction =
  | { type: "comment_action"; commentId: string; action: "answer"; text: string }
  | { type: "comment_action"; commentId: string; action: "like" | "hide" };

/** The conversation goes to the platform's own inbox. Delivered like a message, behind those before it. */
type ControlPass = { type: "control_pass" };

/** Something that the page does at the platform and that is no message to the customer. */
export type PageAct = CommentAction | ControlPass;

/** Everything that is stored in `messages.content`. */
export type OutgoingContent = OutgoingMessage | PageAct;

export const isAct = (content: OutgoingContent): content is PageAct =>
  content.type === "comment_action" || content.type === "control_pass";

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
  action_url?: string;
  buttons?: OutgoingButton[];
};

/** The target of a press. A step has its flow and version, so that old buttons work after new versions. */
export type PressTarget =
  | { type: "flow"; flow_id: number }
  | { type: "step"; flow_id: number; version: number; step: string }
  | { type: "text"; text: string };

export type OutgoingButton =
  | { type: "press"; title: string; target: PressTarget | null }
  | { type: "url"; title: string; url: string }
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
  if (isAct(message)) return [];
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
export type UnsendableReason = "empty_text" | "empty_cards" | "text_too_long";
