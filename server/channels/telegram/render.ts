import type {
  InvoiceAction,
  MessageReference,
  OutgoingButton,
  OutgoingCard,
  OutgoingMessage,
  OutgoingReply,
} from "@banter/core/flow/outgoing.ts";
import type { RenderNote } from "@banter/core/flow/render-note.ts";
import type { TextMark } from "@banter/core/model/content/text-marks.ts";
import type { RenderContext } from "../outbound.ts";
import { quoteLeftOut } from "../quote.ts";
import { fileName, replyNote } from "../text/render-notes.ts";
import { showWords } from "../text/template-words.ts";
import { type Entity, splitMarked } from "./entities.ts";
import { type InvoiceBody, invoiceBody } from "./invoice.ts";
import {
  askingMarkup,
  buttonMaker,
  type InlineButton,
  type KeyboardSettings,
  noKeyboard,
  type ReplyMarkup,
  replyKeyboard,
  rowsOf,
} from "./keyboard.ts";
import type { Settings } from "./settings.ts";

/**
 * One call of the Bot API. `instead` is sent if Telegram cannot fetch the media. `further` is the number of calls that
 * show the parts of an album that Telegram refuses.
 */
export type TelegramCall = {
  method: "sendMessage" | "sendMediaGroup" | "sendInvoice" | (typeof mediaCalls)[MediaKind]["method"];
  body: {
    chat_id: number;
    text?: string;
    entities?: Entity[];
    caption?: string;
    media?: { type: "photo" | "video"; media: string }[];
    reply_markup?: ReplyMarkup;
    reply_parameters?: ReplyParameters;
  } & MediaField &
    Partial<InvoiceBody>;
  instead?: TelegramCall;
  further?: number;
};

/** Telegram sends the message without the quote if there is no such message. */
type ReplyParameters = { message_id: number; allow_sending_without_reply: true };

type Media = { type: "image" | "video" | "audio" | "file"; url: string; round?: true };
type MediaField = Partial<Record<(typeof mediaCalls)[MediaKind]["field"], string>>;
type MediaKind = keyof typeof mediaCalls;

const mediaCalls = {
  image: { method: "sendPhoto", field: "photo" },
  video: { method: "sendVideo", field: "video" },
  audio: { method: "sendAudio", field: "audio" },
  voice: { method: "sendVoice", field: "voice" },
  round: { method: "sendVideoNote", field: "video_note" },
  file: { method: "sendDocument", field: "document" },
} as const;

/** Telegram takes MP3 and M4A files as audio, and shows recordings in Ogg as voice messages. */
function kindOf({ type, url, round }: Media): MediaKind {
  if (type === "video" && round) return "round";
  return type === "audio" && /\.(ogg|oga|opus)$/i.test(URL.parse(url)?.pathname ?? "") ? "voice" : type;
}

const maxText = 4096;
const maxCaption = 1024;

/** Without a parse mode nothing in a text is markup: bold and italic words and links are named by their place. */
export function render(message: OutgoingMessage, context: RenderContext, settings: RenderSettings): TelegramCall[] {
  if (message.type === "text" && message.action?.type === "invoice")
    return answering(message, invoiceCalls(message, message.action, context, settings), context.note);
  const { note } = context;
  const buttonsOf = buttonMaker(context);
  const parts = partsOf(message, (buttons) => buttons.flatMap(buttonsOf).map((button) => [button]), note);
  offerReplies(parts, message.quick_replies ?? [], { settings, note, buttonsOf });
  return answering(
    message,
    parts.flatMap((part) => callsOf(part, chatOf(context.psid))),
    note,
  );
}

export type RenderSettings = KeyboardSettings & Pick<Settings, "providerToken">;

/** An invoice has Telegram's own button alone, so that quick replies follow it. An emoji works in every language. */
function invoiceCalls(
  { quick_replies }: OutgoingMessage,
  action: InvoiceAction,
  context: RenderContext,
  settings: RenderSettings,
): TelegramCall[] {
  const body = { chat_id: chatOf(context.psid), ...invoiceBody(action, context, settings) };
  if (quick_replies) context.note({ change: "apart", part: "quick_replies" });
  const replies = quick_replies ? render({ type: "text", text: "👇", quick_replies }, context, settings) : [];
  return [{ method: "sendInvoice", body }, ...replies];
}

type Offering = { settings: KeyboardSettings; note: Note; buttonsOf: ReturnType<typeof buttonMaker> };

/** Adds quick replies to the last part. A message has buttons or a keyboard, never both. */
function offerReplies(parts: Part[], replies: OutgoingReply[], { settings, note, buttonsOf }: Offering): void {
  const last = parts.at(-1);
  if (!last) return;
  const email = replies.find(({ type }) => type === "email");
  const hasPresses = replies.some(({ type }) => type === "press");
  if (hasPresses && settings.quickReplies === "keyboard" && last.rows.length === 0) {
    last.asking = replyKeyboard(replies, settings);
    if (email) note({ change: "as_hint", part: "email_reply" });
    return;
  }
  if (hasPresses) note({ change: "as_button", part: "quick_replies" });
  last.rows.push(...rowsOf(replies.flatMap(buttonsOf)));

  const asking = askingMarkup(replies, settings);
  if (!asking) return;
  const hasRoom = last.rows.length === 0;
  const isShown = hasRoom || "keyboard" in asking;
  if (hasRoom) last.asking = asking;
  else if (isShown) {
    const isPhone = replies.some(({ type }) => type === "phone_number");
    parts.push({ text: isPhone ? "📞" : "📍", rows: [], asking });
    note({ change: "apart", part: isPhone ? "phone_reply" : "location_reply" });
  }
  if (email) note(isShown ? { change: "as_hint", part: "email_reply" } : replyNote("left_out", email));
}

/** The first call quotes the message that is answered. */
function answering({ quoted }: OutgoingMessage, [first, ...others]: TelegramCall[], note: Note): TelegramCall[] {
  if (!first) return [];
  if (!quoted) return [first, ...others];
  const message_id = messageIdOf(quoted);
  if (message_id === undefined) {
    note(quoteLeftOut);
    return [first, ...others];
  }
  const reply_parameters = { message_id, allow_sending_without_reply: true } as const;
  const quoting = ({ instead, ...call }: TelegramCall): TelegramCall => ({
    ...call,
    body: { ...call.body, reply_parameters },
    ...(instead && { instead: quoting(instead) }),
  });
  return [quoting(first), ...others];
}

/** Telegram's number of a message; undefined if it is not known. */
export const messageIdOf = ({ platformId = "" }: MessageReference): number | undefined =>
  /^[0-9]{1,15}$/.test(platformId) ? Number(platformId) : undefined;

/** The media that Telegram fetches for a call. */
export function mediaOf({ method, body }: TelegramCall): Media[] {
  const kinds = Object.keys(mediaCalls) as MediaKind[];
  return kinds.flatMap((kind) => {
    const url = body[mediaCalls[kind].field];
    const type = kind === "voice" ? "audio" : kind === "round" ? "video" : kind;
    return mediaCalls[kind].method === method && url !== undefined ? [{ type, url }] : [];
  });
}

/** The note that media is shown as its address. */
export function shownAsText({ type, url }: Media): RenderNote {
  return { change: "as_text", part: type, title: fileName(url) ?? url };
}

/** The id of a chat with a person is the person's id. */
export const chatOf = (psid: string) => Number(psid.replace(/^tg_/, ""));

/** One message, or several if it is too long. */
type Part = { text: string; marks?: TextMark[]; media?: Media; rows: InlineButton[][]; asking?: ReplyMarkup };
type Rows = (buttons: OutgoingButton[]) => InlineButton[][];
type Note = RenderContext["note"];

function partsOf(message: OutgoingMessage, rows: Rows, note: Note): Part[] {
  const { buttons = [] } = message;
  switch (message.type) {
    case "text":
      return [
        {
          text: linesOf([message.text, ...callLines(buttons, note)]),
          ...(message.marks && { marks: message.marks }),
          rows: rows(buttons),
        },
      ];
    case "cards":
      note({ change: "as_messages", part: "cards" });
      return message.elements.map((card) => cardPart(card, rows, note));
    case "whatsapp_message_template":
      return [
        {
          text: linesOf([showWords(message.template, note), ...callLines(buttons, note)]),
          rows: rows(buttons),
        },
      ];
    default:
      return [mediaPart(message, callLines(buttons, note), rows(buttons), note)];
  }
}

/** Telegram has no cards: each is a picture with its text below, and its link is the first button. */
function cardPart(card: OutgoingCard, rows: Rows, note: Note): Part {
  const { title, subtitle = "", image_url, action_url, buttons = [] } = card;
  if (action_url !== undefined) note({ change: "as_button", part: "card_link", title });
  const lines = [title, subtitle, ...callLines(buttons, note)];
  const link = action_url === undefined ? [] : [{ type: "url", title, url: action_url } as const];
  const keyboard = rows([...link, ...buttons]);
  if (image_url === undefined) return { text: linesOf(lines), rows: keyboard };
  return mediaPart({ type: "image", url: image_url }, lines, keyboard, note);
}

/** Telegram fetches only some kinds of files by their address. https://core.telegram.org/bots/api#sending-files */
function mediaPart({ type, url, round }: Media, lines: string[], rows: InlineButton[][], note: Note): Part {
  const isFetched = type !== "file" || /\.(pdf|zip|gif)$/i.test(URL.parse(url)?.pathname ?? "");
  if (isFetched) return { media: { type, url, ...(round && { round }) }, text: linesOf(lines), rows };
  note(shownAsText({ type, url }));
  return { text: linesOf([...lines, url]), rows };
}

function callsOf({ text, marks = [], media, rows, asking }: Part, chat_id: number): TelegramCall[] {
  const markup = rows.length > 0 ? { inline_keyboard: rows } : (asking ?? noKeyboard);
  const texts = (text: string): TelegramCall[] => {
    const pieces = splitMarked(text, marks, maxText);
    return pieces.map(({ text, entities }, index) => ({
      method: "sendMessage",
      body: { chat_id, text, ...entities, reply_markup: index === pieces.length - 1 ? markup : noKeyboard },
    }));
  };
  if (!media) return texts(text);

  if (text.length > (media.round ? 0 : maxCaption)) {
    const bare = { chat_id, reply_markup: noKeyboard };
    return [mediaCall(media, bare, { method: "sendMessage", body: { ...bare, text: media.url } }), ...texts(text)];
  }
  const caption = { chat_id, ...(text !== "" && { caption: text }), reply_markup: markup };
  const [link] = texts(linesOf([text, media.url]));
  return [mediaCall(media, caption, link)];
}

/** A round video that cannot be sent is sent as a plain one, and media that cannot be fetched as its address. */
function mediaCall(media: Media, body: TelegramCall["body"], link: TelegramCall | undefined): TelegramCall {
  const { round, ...plain } = media;
  const { chat_id, ...others } = body;
  const instead = round ? mediaCall(plain, body, link) : link;
  const { method, field } = mediaCalls[kindOf(media)];
  return { method, body: { chat_id, [field]: media.url, ...others }, ...(instead && { instead }) };
}

/** Telegram has no call buttons, but its apps make phone numbers in a text clickable. */
function callLines(buttons: OutgoingButton[], note: Note): string[] {
  const calls = buttons.filter((button) => button.type === "call");
  for (const { title } of calls) note({ change: "as_text", part: "button", title });
  return calls.map(({ title, phone }) => `${title}: ${phone}`);
}

const linesOf = (lines: string[]) => lines.filter((line) => line !== "").join("\n");
