import type { Payload } from "../model/payload.ts";

/** One message to a customer: filled in, not yet in any channel's form. This is what `messages.content` keeps. */
export type OutgoingMessage = (
  | { type: "text"; text: string }
  | { type: "image" | "video" | "audio" | "file"; url: string }
  | { type: "cards"; elements: OutgoingCard[]; image_aspect_ratio?: "horizontal" | "square" }
  | { type: "whatsapp_message_template"; template: unknown }
) & {
  buttons?: OutgoingButton[];
  quick_replies?: OutgoingReply[];
  /** The variables of the run, for what its buttons lead to: they come back with the press. */
  variables?: Payload;
};

export type OutgoingCard = {
  title: string;
  subtitle?: string;
  image_url?: string;
  action_url?: string;
  buttons?: OutgoingButton[];
};

/** Where a press leads. A step is named with its flow and version: an old button still works after new versions. */
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
 * Everything in a message that can be pressed or followed, in a fixed order: buttons, then each card's picture link and
 * buttons, then quick replies. A place in this list is what payloads, links and click counts go by.
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
