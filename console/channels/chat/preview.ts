import { type ChannelType, channelFacts } from "@banter/core/channels/index.ts";
import { lengthIn } from "@banter/core/channels/limits.ts";
import type { OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import { listPressables } from "@banter/core/flow/outgoing.ts";
import { parseMarkup } from "@banter/core/flow/render/markup.ts";
import { choiceText } from "@banter/core/flow/steps/choice.ts";
import { objectsIn, textOf } from "@banter/core/flow/steps/summary.ts";
import { marksWithin, type TextMark, writeMarks } from "@banter/core/model/content/text-marks.ts";
import type { LimitedText } from "@banter/core/model/form.ts";
import { isObject, type JsonObject } from "@banter/core/model/json.ts";
import { inFormOf } from "./chat-form.ts";
import type { Asking, Preview, PreviewButton, PreviewCard, PreviewMessage } from "./preview-message.ts";

/** A step's content, finished or not, as a channel shows it: texts are cut and split by its limits. */
export function previewContent(content: unknown, choices: unknown, channel: ChannelType): Preview {
  const given = isObject(content) ? content : {};
  const cut = cutterFor(channel);
  const chosen = (Array.isArray(choices) ? choices : []).map(choiceText);
  const messages = objectsIn(given.messages).flatMap((message) => previewMessage(message, channel));
  const replies = [
    ...chosen.map((title): PreviewButton => ({ title: cut(title, "quick_reply"), kind: "press", index: -1 })),
    ...objectsIn(given.quick_replies).map((reply): PreviewButton => {
      const kind = isAsking(reply.type) ? reply.type : "press";
      return { title: cut(wordsOf(reply), "quick_reply"), kind, index: -1 };
    }),
  ];
  return inFormOf(channelFacts[channel].chat, { messages, replies });
}

/** The same for a message that the engine has filled in. */
export function previewOutgoing(message: OutgoingMessage, channel: ChannelType): Preview {
  const pressables = listPressables(message);
  const cut = cutterFor(channel);
  const filled = message.type === "text" ? { marks: [], ...message } : message;
  const messages = previewMessage(numberPresses(filled as unknown as JsonObject), channel);
  const replies = (message.quick_replies ?? []).map((reply): PreviewButton => {
    const index = pressables.indexOf(reply);
    if (reply.type !== "press") return { title: "", kind: reply.type, index };
    return { title: cut(reply.title, "quick_reply"), kind: "press", index };
  });
  return inFormOf(channelFacts[channel].chat, { messages, replies });

  function numberPresses(value: JsonObject): JsonObject {
    const numberedButtons = (holder: JsonObject) => ({
      ...holder,
      ...(Array.isArray(holder.buttons) && {
        buttons: holder.buttons.map((button) => ({ ...button, index: pressables.indexOf(button) })),
      }),
    });
    const cards = Array.isArray(value.elements) && { elements: value.elements.map(numberedButtons) };
    return { ...numberedButtons(value), ...cards };
  }
}

function previewMessage(message: JsonObject, channel: ChannelType): PreviewMessage[] {
  const cut = cutterFor(channel);
  const buttonsOf = (holder: JsonObject) =>
    objectsIn(holder.buttons).map((button): PreviewButton => {
      const kind = button.type === "url" || button.type === "call" ? button.type : "press";
      const to = textOf(button.url ?? button.phone);
      return {
        title: cut(wordsOf(button), "button"),
        kind,
        index: typeof button.index === "number" ? button.index : -1,
        ...(to !== "" && { to }),
      };
    });
  switch (message.type) {
    case "text": {
      const opens = isObject(message.action) ? [opener(message.action)] : [];
      const texts = splitMarked(message, channel);
      return texts.map((text, at) => ({
        type: "text",
        ...text,
        buttons: at === texts.length - 1 ? [...opens, ...buttonsOf(message)] : [],
      }));
    }
    case "form":
    case "products":
      return [{ type: "text", text: textOf(message.text), marks: [], buttons: [opener(message)] }];
    case "invoice": {
      const lines = [message.title, message.description, ...objectsIn(message.prices).map(priceLine)];
      const text = lines.map(textOf).filter(Boolean).join("\n");
      return [{ type: "text", text: `${text} ${textOf(message.currency)}`, marks: [], buttons: [] }];
    }
    case "cards": {
      const cards = objectsIn(message.elements).map(
        (card): PreviewCard => ({
          title: cut(textOf(card.title), "card_title"),
          subtitle: cut(textOf(card.subtitle), "card_subtitle"),
          imageUrl: textOf(card.image_url),
          ...(textOf(card.image_alt) && { imageAlt: textOf(card.image_alt) }),
          buttons: buttonsOf(card),
        }),
      );
      return [{ type: "cards", isSquare: message.image_aspect_ratio === "square", cards }];
    }
    case "whatsapp_message_template": {
      const template = isObject(message.template) ? message.template : message;
      const body = objectsIn(template.components).map((part) => textOf(part.text));
      return [{ type: "template", name: textOf(template.template_id), text: body.filter(Boolean).join("\n") }];
    }
    case "image": {
      const alt = textOf(message.alt);
      return [{ type: "image", url: textOf(message.url), ...(alt && { alt }), buttons: buttonsOf(message) }];
    }
    case "video":
    case "audio":
    case "file":
      return [{ type: message.type, url: textOf(message.url), buttons: buttonsOf(message) }];
    default:
      return [];
  }
}

/** The words on a button or a quick reply. */
const wordsOf = ({ title, caption }: JsonObject) => textOf(title ?? caption);

const isAsking = (type: unknown): type is Asking => ["phone_number", "email", "location"].includes(textOf(type));

const priceLine = ({ label, amount }: JsonObject) => [textOf(label), textOf(amount)].filter(Boolean).join(": ");

/** The button that opens a form or shows products, whose words are the platform's. */
function opener({ button, title, products }: JsonObject): PreviewButton {
  const names = Array.isArray(products) ? products.map(textOf).join(", ") : "";
  return { title: textOf(button) || textOf(title) || names, kind: "open", index: -1 };
}

/** The parts of a text with their marks. A step's text has markup, a filled-in one has its marks beside it. */
function splitMarked(message: JsonObject, channel: ChannelType): { text: string; marks: TextMark[] }[] {
  const isFilled = Array.isArray(message.marks);
  const written = textOf(message.text);
  const { text, marks } = isFilled
    ? { text: written, marks: message.marks as TextMark[] }
    : message.markup === false
      ? { text: written, marks: [] }
      : parseMarkup(written);
  if (!channelFacts[channel].showsMarks) {
    return split(writeMarks(text, marks), channel).map((part) => ({ text: part, marks: [] }));
  }
  let end = 0;
  return split(text, channel).map((part) => {
    const start = text.indexOf(part, end);
    end = start + part.length;
    return { text: part, marks: marksWithin(marks, start, end) };
  });
}

function cutterFor(channel: ChannelType): (text: string, kind: LimitedText) => string {
  return (text, kind) => {
    const limit = channelFacts[channel].textLimits[kind];
    if (!limit || lengthIn(limit.unit, text) <= limit.max) return text;
    return `${[...text].slice(0, limit.max - 1).join("")}…`;
  };
}

/** A text that is too long for the channel is sent in several messages. */
function split(text: string, channel: ChannelType): string[] {
  const limit = channelFacts[channel].textLimits.text;
  if (!limit) return [text];
  const parts: string[] = [];
  let part = "";
  for (const word of text.split(/(?<=\s)/)) {
    if (part !== "" && lengthIn(limit.unit, part + word) > limit.max) {
      parts.push(part.trimEnd());
      part = "";
    }
    part += word;
  }
  return [...parts, part];
}
