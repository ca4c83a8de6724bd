import { zalo as facts } from "@banter/core/channels/zalo/facts.ts";
import type { OutgoingCard, OutgoingMessage, OutgoingReply, Pressable } from "@banter/core/flow/outgoing.ts";
import type { RenderNote } from "@banter/core/flow/render-note.ts";
import type { RenderContext } from "../outbound.ts";
import { quoteLeftOut } from "../quote.ts";
import { fileName, replyNote } from "../text/render-notes.ts";
import { splitText } from "../text/split-text.ts";
import { showWords } from "../text/template-words.ts";
import { buttonMaker, type ZaloButton } from "./buttons.ts";
import { userOf } from "./customer.ts";
import type { Settings } from "./settings.ts";

/** One message. `instead` is sent if Zalo refuses the picture or the quote. */
export type ZaloCall = { recipient: { user_id: string }; message: ZaloMessage; instead?: ZaloCall };

export type ZaloMessage = {
  text?: string;
  quote_message_id?: string;
  attachment?: { type: "template"; payload: ZaloTemplate };
};

type ZaloTemplate =
  | { buttons: ZaloButton[] }
  | { template_type: "media"; elements: { media_type: "image"; url: string }[]; buttons?: ZaloButton[] }
  | { template_type: "request_user_info"; elements: { title: string; subtitle: string; image_url: string }[] };

const maxText = 2000;
const { maxButtons } = facts.chat;

type Voice = Pick<Settings, "phoneQuestion" | "emailQuestion" | "sharePicture" | "shareHint">;

/** Messages of consultation. https://developers.zalo.me/docs/official-account/tin-nhan/tin-tu-van */
export function render(message: OutgoingMessage, context: RenderContext, voice: Voice): ZaloCall[] {
  const recipient = { user_id: userOf(context.psid) };
  const make = buttonMaker(context);
  const parts = partsOf(message, (items) => items.flatMap((item) => make(item, "button")), context.note);
  const replies = message.quick_replies ?? [];
  const kind = replies.some(({ type }) => type === "press") ? "quick_replies" : "buttons";
  if (kind === "quick_replies") context.note({ change: "as_button", part: kind });
  const last = parts.at(-1);
  last?.buttons.push(...replies.flatMap((reply) => make(reply, "quick_reply")));
  const { lines, card } = questionsOf(replies, voice, context.note);
  if (last) last.text = linesOf([last.text, ...lines]);
  const messages = answering(
    message,
    parts.flatMap((part) => messagesOf(part, kind, context.note)),
    context.note,
  );
  return [...messages, ...(card ? [{ message: card }] : [])].map(({ message, instead }: Rendered) => ({
    recipient,
    message,
    ...(instead && { instead: { recipient, message: instead } }),
  }));
}

/** The first message quotes the one that is answered, if it is nothing but a text. */
function answering({ quoted }: OutgoingMessage, messages: Rendered[], note: Note): Rendered[] {
  const [first, ...others] = messages;
  if (!quoted || !first) return messages;
  if (quoted.platformId !== undefined && !first.message.attachment)
    return [{ message: { ...first.message, quote_message_id: quoted.platformId }, instead: first.message }, ...others];
  note(quoteLeftOut);
  return messages;
}

/** The note on a message that was sent instead: a picture is shown as its address, or the quote is left out. */
export function changedTo({ attachment, quote_message_id }: ZaloMessage): RenderNote[] {
  if (quote_message_id !== undefined) return [quoteLeftOut];
  const payload = attachment?.payload;
  if (!payload || !("template_type" in payload) || payload.template_type !== "media") return [];
  return payload.elements.map(({ url }) => ({ change: "as_text", part: "image", title: fileName(url) ?? url }));
}

type Part = { text: string; picture?: string; buttons: ZaloButton[] };
type Buttons = (items: Pressable[]) => ZaloButton[];
type Note = RenderContext["note"];

function partsOf(message: OutgoingMessage, buttonsOf: Buttons, note: Note): Part[] {
  const buttons = buttonsOf(message.buttons ?? []);
  switch (message.type) {
    case "text":
      return [{ text: message.text, buttons }];
    case "image":
      return [{ text: "", picture: message.url, buttons }];
    case "cards":
      note({ change: "as_messages", part: "cards" });
      return message.elements.map((card) => cardPart(card, buttonsOf, note));
    case "whatsapp_message_template":
      return [{ text: showWords(message.template, note), buttons }];
    default:
      // Zalo sends files only after an upload, and neither audio nor video.
      note({ change: "as_text", part: message.type, title: fileName(message.url) ?? message.url });
      return [{ text: message.url, buttons }];
  }
}

/** Zalo has no cards: each is a picture with its text below, and its link is the first button. */
function cardPart(
  { title, subtitle = "", image_url, action_url, buttons = [] }: OutgoingCard,
  of: Buttons,
  note: Note,
) {
  if (action_url !== undefined) note({ change: "as_button", part: "card_link", title });
  const link = action_url === undefined ? [] : [{ type: "url", title, url: action_url } as const];
  return {
    text: linesOf([title, subtitle]),
    ...(image_url !== undefined && { picture: image_url }),
    buttons: of([...link, ...buttons]),
  };
}

/**
 * The customer types an address. Zalo can ask for the phone number by a card, which must have a picture; without one
 * the customer types the number too.
 */
function questionsOf(replies: readonly OutgoingReply[], voice: Voice, note: Note): Questions {
  const lines: string[] = [];
  let card: ZaloMessage | undefined;
  for (const reply of replies) {
    if (reply.type === "press") continue;
    if (reply.type === "location") {
      note(replyNote("left_out", reply));
      continue;
    }
    if (reply.type === "phone_number" && voice.sharePicture !== "") {
      note({ change: "apart", part: "phone_reply" });
      card = shareCard(voice);
    } else {
      note(replyNote("as_text", reply));
      lines.push(reply.type === "email" ? voice.emailQuestion : voice.phoneQuestion);
    }
  }
  return { lines, card };
}

type Questions = { lines: string[]; card: ZaloMessage | undefined };

function shareCard({ phoneQuestion: title, shareHint: subtitle, sharePicture: image_url }: Voice): ZaloMessage {
  const elements = [{ title, subtitle, image_url }];
  return { attachment: { type: "template", payload: { template_type: "request_user_info", elements } } };
}

type Rendered = { message: ZaloMessage; instead?: ZaloMessage | undefined };

/** A part in as many messages as its text and its buttons need. */
function messagesOf({ text, picture, buttons }: Part, kind: "buttons" | "quick_replies", note: Note): Rendered[] {
  const [first = [], ...groups] = inGroups(buttons);
  if (groups.length > 0) note({ change: "apart", part: kind });
  const further = groups.map((group): Rendered => ({ message: withButtons("…", group) }));
  if (picture === undefined) return [...saying(text, first), ...further];
  const address = linesOf([text, picture]);
  if (address.length <= maxText) {
    const message = withPicture(picture, text, first);
    return [{ message, instead: texts(address, first)[0] }, ...further];
  }
  note({ change: "apart", part: "image", title: fileName(picture) ?? picture });
  const apart = { message: withPicture(picture, "", []), instead: texts(picture, [])[0] };
  return [apart, ...saying(text, first), ...further];
}

const saying = (text: string, buttons: ZaloButton[]): Rendered[] =>
  texts(text, buttons).map((message) => ({ message }));

function withPicture(url: string, text: string, buttons: ZaloButton[]): ZaloMessage {
  const elements = [{ media_type: "image" as const, url }];
  const payload = { template_type: "media" as const, elements, ...(buttons.length > 0 && { buttons }) };
  return { ...(text !== "" && { text }), attachment: { type: "template", payload } };
}

/** The buttons are below the last message. They need a text. */
function texts(text: string, buttons: ZaloButton[]): ZaloMessage[] {
  const pieces = splitText(text, maxText);
  if (buttons.length === 0) return pieces.map((piece) => ({ text: piece }));
  return [...pieces.slice(0, -1).map((piece) => ({ text: piece })), withButtons(pieces.at(-1) ?? "👇", buttons)];
}

function withButtons(text: string, buttons: ZaloButton[]): ZaloMessage {
  return { text, attachment: { type: "template", payload: { buttons } } };
}

function inGroups(buttons: ZaloButton[]): ZaloButton[][] {
  return buttons.length <= maxButtons
    ? [buttons]
    : [buttons.slice(0, maxButtons), ...inGroups(buttons.slice(maxButtons))];
}

const linesOf = (lines: string[]) => lines.filter((line) => line !== "").join("\n");
