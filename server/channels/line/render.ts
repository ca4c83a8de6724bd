import { createHash } from "node:crypto";
import type { OutgoingMessage, ReplyToken } from "@banter/core/flow/outgoing.ts";
import type { RenderContext } from "../outbound.ts";
import { quoteLeftOut } from "../quote.ts";
import { fileName } from "../text/render-notes.ts";
import { splitText } from "../text/split-text.ts";
import { showWords } from "../text/template-words.ts";
import { type Action, type ActionMaker, actionMaker } from "./actions.ts";
import { bubbleOf, cardMessages, type FlexMessage, flexOf } from "./flex.ts";
import { type QuickReply, quickRepliesOf } from "./quick-replies.ts";
import type { Settings } from "./settings.ts";

/**
 * One call: up to five messages to one person. `reply` is on the first call of a message that has a token. `instead` is
 * sent if LINE refuses the quote.
 */
export type LineCall = {
  to: string;
  messages: LineMessage[];
  retryKey: string;
  reply?: ReplyToken;
  instead?: LineCall;
};

type LineMessage = (
  | { type: "text"; text: string; quoteToken?: string }
  | { type: "image" | "video"; originalContentUrl: string; previewImageUrl: string }
  | { type: "audio"; originalContentUrl: string; duration: number }
  | FlexMessage
) & { quickReply?: { items: QuickReply[] } };

const maxText = 5000;
/** LINE names no limit for a text in a bubble, but a bubble has at most 30 kilobytes. */
const maxBubbleText = 2000;
const maxMessages = 5;

/** Buttons are part of a bubble, in which the text stands too. Cards are bubbles side by side. */
export function render(
  message: OutgoingMessage,
  context: RenderContext,
  settings: Pick<Settings, "videoPicture">,
): LineCall[] {
  const make = actionMaker(context);
  const messages = contentOf(message, make, context.note, settings);
  const { items, lines } = quickRepliesOf(message.quick_replies ?? [], make, context.note);
  if (lines.length > 0) messages.push(...texts(lines.join("\n")));
  const last = messages.at(-1);
  if (last && items.length > 0) last.quickReply = { items };
  const plain = callsOf(messages, message, context);
  const quoting = callsOf(withQuote(messages, message, context.note), message, context);
  return quoting.map((call, index) => {
    const instead = plain[index];
    return instead && instead.retryKey !== call.retryKey ? { ...call, instead } : call;
  });
}

/** Only texts and stickers can quote. https://developers.line.biz/en/docs/messaging-api/get-quote-tokens/ */
function withQuote(messages: LineMessage[], { quoted }: OutgoingMessage, note: Note): LineMessage[] {
  const [first, ...others] = messages;
  if (!quoted || !first) return messages;
  if (first.type === "text" && quoted.token !== undefined) return [{ ...first, quoteToken: quoted.token }, ...others];
  note(quoteLeftOut);
  return messages;
}

/** The id of a person at LINE. */
export const userOf = (psid: string) => psid.replace(/^ln_/, "");

type Note = RenderContext["note"];

function contentOf(
  message: OutgoingMessage,
  make: ActionMaker,
  note: Note,
  settings: Pick<Settings, "videoPicture">,
): LineMessage[] {
  const { buttons = [] } = message;
  switch (message.type) {
    case "text":
      return withButtons(message.text, buttons.map(make.button), note);
    case "whatsapp_message_template":
      return withButtons(showWords(message.template, note), buttons.map(make.button), note);
    case "cards":
      return cardMessages(message, make, note);
    default: {
      const shown = mediaOf(message, note, settings);
      return buttons.length === 0 ? [shown] : [shown, ...buttonsApart(buttons.map(make.button), note)];
    }
  }
}

const texts = (text: string): LineMessage[] => splitText(text, maxText).map((piece) => ({ type: "text", text: piece }));

/** A bubble does not make the addresses in its text clickable, so that such a text is a message of its own. */
function withButtons(text: string, actions: Action[], note: Note): LineMessage[] {
  if (actions.length === 0) return texts(text);
  if (/https?:\/\//i.test(text)) return [...texts(text), ...buttonsApart(actions, note)];
  const pieces = splitText(text, maxBubbleText);
  const last = pieces.pop() ?? "";
  return [...pieces.flatMap(texts), flexOf(last || titlesOf(actions), bubbleOf({ text: last, actions }))];
}

function buttonsApart(actions: Action[], note: Note): LineMessage[] {
  note({ change: "apart", part: "buttons" });
  return [flexOf(titlesOf(actions), bubbleOf({ text: "", actions }))];
}

const titlesOf = (actions: Action[]) => actions.map(({ label }) => label).join(" · ");

type Media = { type: "image" | "video" | "audio" | "file"; url: string };

/** LINE fetches files by https only, shows no other files, and wants a picture for a video. */
function mediaOf({ type, url }: Media, note: Note, { videoPicture }: Pick<Settings, "videoPicture">): LineMessage {
  const isFetched = url.startsWith("https://") && url.length <= maxAddress;
  if (isFetched && type === "image") return { type, originalContentUrl: url, previewImageUrl: url };
  if (isFetched && type === "video" && videoPicture !== "")
    return { type, originalContentUrl: url, previewImageUrl: videoPicture };
  if (isFetched && type === "audio" && /\.(mp3|m4a)$/i.test(URL.parse(url)?.pathname ?? ""))
    return { type, originalContentUrl: url, duration: shownDuration };
  note({ change: "as_text", part: type, title: fileName(url) ?? url });
  return { type: "text", text: url };
}

const maxAddress = 2000;
/** LINE wants to show how long a recording is, and we do not know. */
const shownDuration = 60_000;

function callsOf(messages: LineMessage[], { reply }: OutgoingMessage, { psid, messageId }: RenderContext): LineCall[] {
  const to = userOf(psid);
  const count = Math.ceil(messages.length / maxMessages);
  return Array.from({ length: count }, (_, index) => {
    const some = messages.slice(index * maxMessages, (index + 1) * maxMessages);
    const retryKey = uuidOf(JSON.stringify([messageId, index, to, some]));
    return { to, messages: some, retryKey, ...(reply && index === 0 && { reply }) };
  });
}

/** The same text always has the same UUID (version 8), so that a call that is made again has the same retry key. */
function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}
