import type { TextMark } from "@banter/core/model/content/text-marks.ts";
import { asRecord, asText, readList } from "./json.ts";

/** A button under a message. A reply button's payload is sent back unchanged. */
export type ReplyButton = { type: "reply"; title: string; payload: string };
type LinkButton = { type: "url"; title: string; url: string };
type CallButton = { type: "call"; title: string; phone: string };
export type Button = ReplyButton | LinkButton | CallButton;
export type QuickReply = ReplyButton | { type: "phone_number" } | { type: "email" };

export type Card = {
  title: string;
  subtitle?: string;
  imageUrl?: string;
  imageAlt?: string;
  actionUrl?: string;
  buttons: Button[];
};

export type MediaType = "image" | "video" | "audio" | "file";

type Content =
  | { type: "text"; text: string; marks?: TextMark[] }
  | { type: MediaType; url: string; alt?: string }
  | { type: "cards"; cards: Card[]; isSquare: boolean }
  /** The page has reacted to a message of the visitor; null takes the reaction back. */
  | { type: "reaction"; messageId: number; emoji: string | null }
  | { type: "unknown" };

export type Message = Content & {
  id: number;
  at: string;
  from: "visitor" | "page";
  key?: string;
  /** The visitor's message that the page answers. */
  quoted?: QuotedMessage;
  buttons: Button[];
  quickReplies: QuickReply[];
};

export type QuotedMessage = { id: number; text: string };

/** Reads a message as docs/webchat.md describes it. Content of an unknown type is kept as `unknown` and not shown. */
export function readMessage(value: unknown): Message | undefined {
  const fields = asRecord(value);
  const id = fields.id;
  if (typeof id !== "number" || !Number.isSafeInteger(id)) return undefined;
  return {
    ...readContent(fields),
    id,
    at: asText(fields.at) ?? new Date().toISOString(),
    from: fields.from === "visitor" ? "visitor" : "page",
    key: asText(fields.key),
    quoted: readQuoted(fields.quoted),
    buttons: readList(fields.buttons, readButton),
    quickReplies: readList(fields.quick_replies, readQuickReply),
  };
}

function readQuoted(value: unknown): QuotedMessage | undefined {
  const { id, text } = asRecord(value);
  return typeof id === "number" ? { id, text: asText(text) ?? "" } : undefined;
}

export function readButton(value: unknown): Button | undefined {
  const { type, payload, url, phone, ...fields } = asRecord(value);
  const title = asText(fields.title);
  if (!title) return undefined;
  if (type === "reply" && typeof payload === "string") return { type, title, payload };
  if (type === "url" && typeof url === "string") return { type, title, url };
  if (type === "call" && typeof phone === "string") return { type, title, phone };
  return undefined;
}

export function readReply(value: unknown): ReplyButton | undefined {
  const button = readButton({ ...asRecord(value), type: "reply" });
  return button?.type === "reply" ? button : undefined;
}

function readContent(fields: Record<string, unknown>): Content {
  const { type, text, marks, url, alt, elements, image_aspect_ratio, message_id, emoji } = fields;
  switch (type) {
    case "reaction":
      return typeof message_id === "number"
        ? { type, messageId: message_id, emoji: asText(emoji) ?? null }
        : { type: "unknown" };
    case "image":
    case "video":
    case "audio":
    case "file":
      return typeof url === "string" ? { type, url, alt: asText(alt) } : { type: "unknown" };
    case "cards":
      return { type, cards: readList(elements, readCard), isSquare: image_aspect_ratio === "square" };
    default:
      if (typeof text !== "string" || text === "") return { type: "unknown" };
      return { type: "text", text, marks: readList(marks, readMark) };
  }
}

function readMark(value: unknown): TextMark | undefined {
  const { type, start, length, url } = asRecord(value);
  if (typeof start !== "number" || typeof length !== "number") return undefined;
  if (type === "bold" || type === "italic") return { type, start, length };
  return type === "link" && typeof url === "string" ? { type, start, length, url } : undefined;
}

function readCard(value: unknown): Card | undefined {
  const fields = asRecord(value);
  const title = asText(fields.title);
  if (title === undefined) return undefined;
  return {
    title,
    subtitle: asText(fields.subtitle),
    imageUrl: asText(fields.image_url),
    imageAlt: asText(fields.image_alt),
    actionUrl: asText(fields.action_url),
    buttons: readList(fields.buttons, readButton),
  };
}

function readQuickReply(value: unknown): QuickReply | undefined {
  const { type } = asRecord(value);
  return type === "phone_number" || type === "email" ? { type } : readReply(value);
}
