import { channelFacts } from "@banter/core/channels/index.ts";
import { listPressables, type OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import { channels } from "../../channels/index.ts";
import { aRenderContext } from "../render-context.ts";
import { anySettings } from "./any-settings.ts";

// Draws a call as the customer sees it, in lines of text: `[button]`, `(quick reply)`.

type Titled = { title?: string; text?: string };
const button = ({ title, text }: Titled) => `[${title ?? text}]`;
const media = (kind: string, url: string | undefined) => `*${kind}* ${url ?? ""}`;
const lines = (...parts: (string | undefined | false)[]) => parts.filter((part): part is string => Boolean(part));

type GraphCall = {
  message?: {
    text?: string;
    attachment?: {
      type: string;
      payload: { url?: string; text?: string; buttons?: Titled[]; elements?: GraphCard[] };
    };
    quick_replies?: Titled[];
  };
};
type GraphCard = { title: string; subtitle?: string; image_url?: string; buttons?: Titled[] };

function graph({ message = {} }: GraphCall): string[] {
  const { text, attachment, quick_replies = [] } = message;
  const { payload } = attachment ?? {};
  return [
    ...lines(text, payload?.text, payload?.url && media(attachment?.type ?? "", payload.url)),
    ...(payload?.buttons ?? []).map(button),
    ...(payload?.elements ?? []).flatMap(({ title, subtitle, image_url, buttons = [] }) =>
      lines(image_url && media("picture", image_url), `**${title}**`, subtitle, ...buttons.map(button)),
    ),
    ...quick_replies.map(({ title }) => `(${title})`),
  ];
}

type WhatsappCall = { request?: WhatsappRequest };
type WhatsappRequest = {
  type?: string;
  text?: { body: string };
  interactive?: {
    header?: { text?: string; image?: { link: string } };
    body?: { text: string };
    action: {
      buttons?: { reply: Titled }[];
      button?: string;
      sections?: { rows: Titled[] }[];
      parameters?: { display_text: string };
      cards?: WhatsappCard[];
    };
  };
} & Partial<Record<"image" | "video" | "audio" | "document", { link: string; caption?: string }>>;

type WhatsappCard = {
  header: { image: { link: string } };
  body: { text: string };
  action: { buttons?: { quick_reply: Titled }[]; parameters?: { display_text: string } };
};

const whatsappCard = ({ header, body, action: { buttons = [], parameters } }: WhatsappCard) => [
  ...lines(media("picture", header.image.link), body.text, parameters && `[${parameters.display_text}]`),
  ...buttons.map(({ quick_reply }) => button(quick_reply)),
];

function whatsapp({ request = {} }: WhatsappCall): string[] {
  const { text, interactive, type = "" } = request;
  const sent = type === "text" || type === "interactive" ? undefined : request[type as "image"];
  const { header, body, action } = interactive ?? {};
  return [
    ...lines(text?.body, sent && media(type, sent.link), sent?.caption),
    ...lines(header?.text, header?.image && media("picture", header.image.link), body?.text),
    ...(action?.buttons ?? []).map(({ reply }) => button(reply)),
    ...lines(action?.button && `[${action.button}] opens a list:`),
    ...(action?.sections ?? []).flatMap(({ rows }) => rows.map(({ title }) => `– ${title}`)),
    ...lines(action?.parameters && `[${action.parameters.display_text}]`),
    ...(action?.cards ?? []).flatMap(whatsappCard),
  ];
}

type TelegramCall = {
  body: {
    text?: string;
    caption?: string;
    reply_markup?: { inline_keyboard?: Titled[][]; keyboard?: Titled[][] };
  } & Partial<Record<"photo" | "video" | "audio" | "voice" | "document", string>>;
};

function telegram({ body }: TelegramCall): string[] {
  const { text, caption, reply_markup, photo, video, audio, voice, document } = body;
  const sent = { picture: photo, video, audio, voice, file: document };
  const row = (wrap: (item: Titled) => string) => (items: Titled[]) => items.map(wrap).join(" ");
  return [
    ...Object.entries(sent).flatMap(([kind, url]) => (url ? [media(kind, url)] : [])),
    ...lines(text, caption),
    ...(reply_markup?.inline_keyboard ?? []).map(row(button)),
    ...(reply_markup?.keyboard ?? []).map(row(({ text }) => `(${text})`)),
  ];
}

type ZaloCall = {
  message: { text?: string; attachment?: { payload: { elements?: ZaloElement[]; buttons?: Titled[] } } };
};
type ZaloElement = { url?: string; image_url?: string; title?: string; subtitle?: string };

function zalo({ message: { text, attachment } }: ZaloCall): string[] {
  const { elements = [], buttons = [] } = attachment?.payload ?? {};
  return [
    ...elements.flatMap(({ url, image_url, title, subtitle }) =>
      lines(media("picture", url ?? image_url), title && `**${title}**`, subtitle),
    ),
    ...lines(text),
    ...buttons.map(button),
  ];
}

type LineCall = { messages: LineMessage[] };
type LineMessage = {
  type: string;
  text?: string;
  originalContentUrl?: string;
  contents?: LineBubble & { contents?: LineBubble[] };
  quickReply?: { items: { action: { label: string } }[] };
};
type LineBubble = {
  hero?: { url: string };
  body?: { contents: { text: string; weight?: string }[] };
  footer?: { contents: { action: { label: string } }[] };
};

function line({ messages }: LineCall): string[] {
  return messages.flatMap(({ type, text, originalContentUrl, contents, quickReply }, index) => [
    ...lines(index > 0 && "- - -", text, originalContentUrl && media(type, originalContentUrl)),
    ...(contents?.contents ?? (contents ? [contents] : [])).flatMap(({ hero, body, footer }) => [
      ...lines(hero && media("picture", hero.url)),
      ...(body?.contents ?? []).map(({ text, weight }) => (weight === "bold" ? `**${text}**` : text)),
      ...(footer?.contents ?? []).map(({ action }) => button({ title: action.label })),
    ]),
    ...(quickReply?.items ?? []).map(({ action }) => `(${action.label})`),
  ]);
}

function webchat(message: OutgoingMessage): string[] {
  const cards = message.type === "cards" ? message.elements : [];
  return [
    ...lines("text" in message && message.text, "url" in message && media(message.type, message.url)),
    ...(message.buttons ?? []).map(button),
    ...cards.flatMap(({ title, subtitle, image_url, buttons = [] }) =>
      lines(image_url && media("picture", image_url), `**${title}**`, subtitle, ...buttons.map(button)),
    ),
    ...(message.quick_replies ?? []).map((reply) => `(${"title" in reply ? reply.title : reply.type})`),
  ];
}

export const drawings = { webchat, messenger: graph, instagram: graph, whatsapp, telegram, zalo, line };

/** A message as a customer on the channel sees it, by the calls that its adapter makes. */
export function drawMessage(name: keyof typeof drawings, message: OutgoingMessage): string[] {
  const urls = listPressables(message).map((item) => (item.type === "url" ? item.url : ""));
  const psid = name === "messenger" ? "1" : `${channelFacts[name].customerPrefix}1`;
  const context = aRenderContext(psid, { link: (place, url) => urls[place] || url });
  const channel = channels[name];
  const render = () => channel?.outbound?.render(message, context, channel.settings.parse(anySettings));
  const calls = name === "webchat" ? [message] : render();
  const draw = drawings[name] as (call: unknown) => string[];
  return (calls ?? []).flatMap((call, index) => [...(index > 0 ? ["- - -"] : []), ...draw(call)]);
}
