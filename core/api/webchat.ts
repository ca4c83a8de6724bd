import { z } from "zod";
import { Id } from "../model/id.ts";
import { MediaKind } from "../model/media.ts";
import { parsePressPayload } from "../model/press-payload.ts";
import { anyText, text } from "../model/text.ts";
import { Zone } from "../model/time/zone.ts";
import { Ref } from "../model/tools/tool.ts";
import { ShownForm } from "./prechat-form.ts";

/** The requests and answers of web chat. docs/webchat.md describes them. */
export const webchatPrefix = "/api/webchat/v1/pages/:page_id";

export const VisitBody = z
  .strictObject({
    ref: Ref.optional(),
    ad_id: anyText(200).optional(),
    first_name: text(200).optional(),
    last_name: text(200).optional(),
    email: z.email("must be an e-mail address").max(255).optional(),
    phone: z
      .string()
      .regex(/^\+?[0-9 ().-]{3,30}$/, "must be a phone number")
      .optional(),
    locale: z
      .string()
      .regex(/^[A-Za-z0-9-]{2,35}$/, "must be a language tag such as vi-VN")
      .optional(),
    timezone: Zone.optional(),
    /** The visitor sees the chat now, so that the page may greet. */
    opened: z.literal(true).optional(),
  })
  .optional();
export type VisitBody = z.infer<typeof VisitBody>;

export const MessageBody = z
  .strictObject({
    text: text(2000).optional(),
    payload: z
      .string()
      .refine((payload) => parsePressPayload(payload), "must be a payload that the page has offered")
      .optional(),
    /** The id of a file that the visitor has uploaded. */
    file_id: Id.optional(),
  })
  .refine((body) => Object.values(body).filter((part) => part !== undefined).length === 1, {
    error: "must hold one of text, payload and file_id",
  });
export type MessageBody = z.infer<typeof MessageBody>;

/** The answer to an upload of a visitor. */
export const WebchatFile = z.strictObject({
  file_id: Id,
  type: MediaKind,
  name: z.string(),
  url: z.string(),
});
export type WebchatFile = z.infer<typeof WebchatFile>;

export const TypingBody = z.strictObject({ is_typing: z.boolean() });

const Through = z.int().min(0).optional();
export const ReceiptBody = z
  .strictObject({ delivered_through: Through, seen_through: Through })
  .refine(({ delivered_through, seen_through }) => (delivered_through ?? seen_through) !== undefined, {
    error: "must hold delivered_through or seen_through",
  });

const ReplyButton = z.strictObject({ type: z.literal("reply"), title: z.string(), payload: z.string() });
const UrlButton = z.strictObject({ type: z.literal("url"), title: z.string(), url: z.string() });
const CallButton = z.strictObject({ type: z.literal("call"), title: z.string(), phone: z.string() });

/** A payload goes back to the server as it came. */
export const WebchatButton = z.discriminatedUnion("type", [ReplyButton, UrlButton, CallButton]);
export type WebchatButton = z.infer<typeof WebchatButton>;

/** `phone_number` and `email` ask the visitor for it. */
export const WebchatQuickReply = z.discriminatedUnion("type", [
  ReplyButton,
  z.strictObject({ type: z.literal("phone_number") }),
  z.strictObject({ type: z.literal("email") }),
]);
export type WebchatQuickReply = z.infer<typeof WebchatQuickReply>;

export const WebchatCard = z.strictObject({
  title: z.string(),
  subtitle: z.string().optional(),
  image_url: z.string().optional(),
  image_alt: z.string().optional(),
  action_url: z.string().optional(),
  buttons: z.array(WebchatButton).optional(),
});
export type WebchatCard = z.infer<typeof WebchatCard>;

/** `start` and `length` count UTF-16 units. */
const place = { start: z.int(), length: z.int() };
const WebchatMark = z.discriminatedUnion("type", [
  z.strictObject({ type: z.enum(["bold", "italic"]), ...place }),
  z.strictObject({ type: z.literal("link"), ...place, url: z.string() }),
]);

const anyEntry = { id: z.int(), at: z.iso.datetime(), from: z.enum(["visitor", "page"]) };

const anyMessage = {
  ...anyEntry,
  /** The visitor's message that it answers. A file has no text. */
  quoted: z.strictObject({ id: z.int(), text: z.string() }).optional(),
  /** The idempotency key that a visitor's message was sent with. */
  key: z.string().optional(),
  buttons: z.array(WebchatButton).optional(),
  quick_replies: z.array(WebchatQuickReply).optional(),
};

/** A message of the conversation, in `POST /visits` and in the stream's `message` events. */
export const WebchatMessage = z
  .discriminatedUnion("type", [
    z.strictObject({
      ...anyMessage,
      type: z.literal("text"),
      text: z.string(),
      /** Bold and italic words and links within the text. */
      marks: z.array(WebchatMark).optional(),
    }),
    z.strictObject({
      ...anyMessage,
      type: MediaKind,
      url: z.string(),
      /** The words of a picture for those who cannot see it. */
      alt: z.string().optional(),
    }),
    z.strictObject({
      ...anyMessage,
      type: z.literal("cards"),
      elements: z.array(WebchatCard),
      image_aspect_ratio: z.enum(["horizontal", "square"]).optional(),
    }),
    /** The page has reacted to a message of the visitor. The newest reaction counts; null takes it back. */
    z.strictObject({
      ...anyEntry,
      type: z.literal("reaction"),
      message_id: z.int(),
      emoji: z.string().nullable(),
    }),
  ])
  .meta({ id: "WebchatMessage" });
export type WebchatMessage = z.infer<typeof WebchatMessage>;

/** The data of a stream's event: `message`, `typing`, `writing` or `read`. */
export const WebchatEvent = z.union([
  WebchatMessage,
  z.strictObject({ seconds: z.number() }),
  /** The page's answer as far as it is written. */
  z.strictObject({ text: z.string(), seconds: z.number() }),
  z.strictObject({ through: z.int() }),
]);

export const WebchatVisit = z.strictObject({
  psid: z.string(),
  visitor_token: z.string(),
  conversation: z.array(WebchatMessage),
  /** The form that this visitor fills in before they write; null: none. */
  form: ShownForm.nullable(),
});
export type WebchatVisit = z.infer<typeof WebchatVisit>;

/** Ice breakers are for an empty conversation; the main menu is always there. */
export const WebchatProfile = z.strictObject({
  page: z.strictObject({ name: z.string(), greeting: z.string().nullable() }),
  ice_breakers: z.array(z.strictObject({ title: z.string(), payload: z.string() })),
  main_menu: z.array(z.discriminatedUnion("type", [ReplyButton, UrlButton])),
  /** The files that visitors may send: endings of names, and the largest size by kind. Null: none. */
  files: z.strictObject({ accept: z.string(), max_bytes: z.record(MediaKind, z.int()) }).nullable(),
  /** The owner's words for a time outside the page's working hours, if it is such a time now. */
  away: z.string().nullable(),
  /** The form that visitors fill in before they write for the first time. */
  form: ShownForm.nullable(),
});
export type WebchatProfile = z.infer<typeof WebchatProfile>;
