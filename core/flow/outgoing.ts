import { type TextMark, writeMarks } from "../model/content/text-marks.ts";
import type { Payload } from "../model/payload.ts";

/** A message to a customer, filled in, before any channel renders it. Stored in `messages.content`. */
export type OutgoingMessage = (
  | { type: "text"; text: string; marks?: TextMark[] }
  | { type: "image" | "video" | "audio" | "file"; url: string }
  | { type: "cards"; elements: OutgoingCard[]; image_aspect_ratio?: "horizontal" | "square" }
  | { type: "whatsapp_message_template"; template: unknown }
) & {
  buttons?: OutgoingButton[];
  quick_replies?: OutgoingReply[];
  /** The variables of the run, for the flow that its buttons lead to. They come back with the press. */
  variables?: Payload;
};

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
  | { type: "email" };

/**
 * Everything in a message that can be pressed or opened, in a fixed order: buttons, then each card's picture link and
 * buttons, then quick replies. Payloads, links and click counts use the index in this list.
 */
export function listPressables(message: OutgoingMessage): Pressable[] {
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
