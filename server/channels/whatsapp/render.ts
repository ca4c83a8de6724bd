import { listPressables, type OutgoingCard, type OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import { writeMarks } from "@banter/core/model/content/text-marks.ts";
import type { RenderContext } from "../outbound.ts";
import { quoteLeftOut } from "../quote.ts";
import { replyNote } from "../text/render-notes.ts";
import { recipientOf } from "./address.ts";
import { callbackData } from "./callback-data.ts";
import { carousels, type ReadyCard } from "./carousel.ts";
import { actionPart, requestIn, requestPart } from "./chat-action.ts";
import { documentOf } from "./document.ts";
import { captioned, type Header, linesOf, noteApart, type Part, show } from "./interactive.ts";
import { isEmpty, type Offer, offerOf } from "./offer.ts";
import { renderTemplate, type TemplateNeeds } from "./template/template.ts";
import type { Voice, Wording } from "./wording.ts";

/** One request, and the data that completes a template before it is sent. */
export type Call = { request: { type: string } & Record<string, unknown>; template?: TemplateNeeds };

/** Each call carries our id of the message and the number of the part, which come back with its statuses. */
export function render(message: OutgoingMessage, context: RenderContext, wording: Wording): Call[] {
  const { chooseLabel, phoneQuestion, emailQuestion } = wording;
  const rendered = partsOf(message, context, { chooseLabel, phoneQuestion, emailQuestion, note: context.note });
  const answer = answerTo(message, context);
  return rendered.map(({ part, template }, index) => ({
    request: {
      messaging_product: "whatsapp",
      recipient_type: "individual",
      ...recipientOf(context.psid),
      ...(index === 0 && answer),
      ...part,
      biz_opaque_callback_data: callbackData(context, index + 1, rendered.length),
    },
    ...(template && { template }),
  }));
}

/** WhatsApp shows no quote above a template. */
function answerTo({ type, quoted }: OutgoingMessage, { note }: RenderContext): { context?: { message_id: string } } {
  if (quoted?.platformId !== undefined && type !== "whatsapp_message_template")
    return { context: { message_id: quoted.platformId } };
  if (quoted) note(quoteLeftOut);
  return {};
}

type Rendered = { part: Part; template?: TemplateNeeds };

function partsOf(message: OutgoingMessage, context: RenderContext, voice: Voice): Rendered[] {
  const { buttons = [], quick_replies: replies = [] } = message;
  const firstReply = listPressables(message).length - replies.length;
  switch (message.type) {
    case "text":
      return plain(textParts(message, offerOf({ buttons, replies }, 0, context), { context, voice }));
    case "cards": {
      const cards = cardParts(message.elements, buttons.length, context, voice);
      return plain([...cards, ...below(offerOf({ replies }, firstReply, context), voice)]);
    }
    case "whatsapp_message_template": {
      const { presses, asks } = offerOf({ replies }, firstReply, context);
      if (presses.length > 0) voice.note({ change: "on_template", part: "quick_replies" });
      for (const type of asks) voice.note(replyNote("left_out", { type }));
      return [renderTemplate(message.template, presses, voice)];
    }
    default:
      return plain(mediaParts(message, offerOf({ buttons, replies }, 0, context), voice));
  }
}

/** A form, products and a request for a number or a place are messages of their own; other items follow. */
function textParts(
  { text: words, marks, action }: Extract<OutgoingMessage, { type: "text" }>,
  offer: Offer,
  { context, voice }: { context: RenderContext; voice: Voice },
): Part[] {
  const text = writeMarks(words, marks, signs);
  if (action && action.type !== "invoice") return [actionPart(text, action, voice), ...below(offer, voice)];
  const request = requestIn(offer, context.psid);
  if (!request) return show(text, offer, voice);
  const rest = { ...offer, asks: offer.asks.filter((ask) => ask !== request) };
  if (!isEmpty(rest)) voice.note({ change: "apart", part: request === "location" ? "location_reply" : "phone_reply" });
  return isEmpty(rest) ? [requestPart(text, request)] : [...show(text, rest, voice), requestPart("", request)];
}

/** WhatsApp reads these signs itself, also in values of variables. */
const signs = { bold: "*", italic: "_" };

const plain = (parts: Part[]): Rendered[] => parts.map((part) => ({ part }));

/** Cards side by side where WhatsApp can show them so, else one message per card. */
function cardParts(elements: OutgoingCard[], firstPlace: number, context: RenderContext, voice: Voice): Part[] {
  const cards = readyCards(elements, firstPlace, context, voice);
  const sideBySide = carousels(cards, voice);
  if (sideBySide) return sideBySide;
  voice.note({ change: "as_messages", part: "cards" });
  return cards.flatMap(({ text, offer, picture }) => show(text, offer, voice, picture));
}

function readyCards(cards: OutgoingCard[], firstPlace: number, context: RenderContext, voice: Voice): ReadyCard[] {
  let place = firstPlace;
  return cards.map(({ title, subtitle, image_url, action_url, buttons = [] }) => {
    const opens = action_url === undefined ? undefined : context.link(place++, action_url);
    const offer = offerOf({ buttons }, place, context);
    place += buttons.length;
    const isOnlyLink = opens !== undefined && isEmpty(offer);
    if (opens !== undefined) voice.note({ change: isOnlyLink ? "as_button" : "as_text", part: "card_link", title });
    if (isOnlyLink) offer.links.push({ title, url: opens });
    const text = [`*${title}*`, subtitle, isOnlyLink ? undefined : opens]
      .filter((line) => line !== undefined)
      .join("\n");
    return { text, offer, picture: image_url === undefined ? undefined : headerOf("image", image_url, voice) };
  });
}

type Media = Extract<OutgoingMessage, { url: string }>;

/** Audio can have neither buttons nor a caption. */
function mediaParts({ type, url }: Media, offer: Offer, voice: Voice): Part[] {
  if (type === "audio") return [{ type: "audio", audio: { link: url } }, ...below(offer, voice)];
  const header = headerOf(type === "file" ? "document" : type, url, voice);
  const isOneLink = offer.links.length === 1 && offer.calls.length === 0;
  if (offer.presses.length > 0 || isOneLink) return show("", offer, voice, header);
  return captioned(header, linesOf(offer, voice).join("\n"));
}

/** A further message with items that the one before cannot hold. */
function below(offer: Offer, voice: Voice): Part[] {
  if (isEmpty(offer)) return [];
  noteApart(offer, voice);
  return show("", offer, voice);
}

function headerOf(type: Header["type"], link: string, voice: Voice): Header {
  if (type !== "document") return { type, [type]: { link } } as Header;
  return { type, document: documentOf(link, voice) };
}
