import { listPressables, type OutgoingCard, type OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import type { RenderContext } from "../channel.ts";
import { recipientOf } from "./address.ts";
import { callbackData } from "./callback-data.ts";
import { captioned, type Header, linesOf, type Part, show } from "./interactive.ts";
import { type Offer, offerOf } from "./offer.ts";
import { renderTemplate, type TemplateNeeds } from "./template.ts";

/** Words that WhatsApp does not have of its own, in the page's language. */
export type Wording = { chooseLabel: string; phoneQuestion: string; emailQuestion: string };

/** One request, and what a template's needs before it can be made. */
export type Call = { request: { type: string } & Record<string, unknown>; template?: TemplateNeeds };

/** Each call carries our id for the message, and which part of it this is: statuses bring them back. */
export function render(message: OutgoingMessage, context: RenderContext, wording: Wording): Call[] {
  const rendered = partsOf(message, context, wording);
  return rendered.map(({ part, template }, index) => ({
    request: {
      messaging_product: "whatsapp",
      recipient_type: "individual",
      ...recipientOf(context.psid),
      ...part,
      biz_opaque_callback_data: callbackData(context, index + 1, rendered.length),
    },
    ...(template && { template }),
  }));
}

type Rendered = { part: Part; template?: TemplateNeeds };

function partsOf(message: OutgoingMessage, context: RenderContext, wording: Wording): Rendered[] {
  const buttons = message.buttons ?? [];
  const replies = message.quick_replies ?? [];
  const firstReply = listPressables(message).length - replies.length;
  switch (message.type) {
    case "text":
      return plain(show(message.text, offerOf([...buttons, ...replies], 0, context), wording));
    case "cards": {
      const after = offerOf(replies, firstReply, context);
      return plain([
        ...cardParts(message.elements, buttons.length, context, wording),
        ...(isEmpty(after) ? [] : show("", after, wording)),
      ]);
    }
    case "whatsapp_message_template": {
      const { presses } = offerOf(replies, firstReply, context);
      return [renderTemplate(message.template, presses)];
    }
    default:
      return plain(mediaParts(message, offerOf([...buttons, ...replies], 0, context), wording));
  }
}

const plain = (parts: Part[]): Rendered[] => parts.map((part) => ({ part }));

/** A card each: there is no carousel for messages that no one has approved. */
function cardParts(cards: OutgoingCard[], firstPlace: number, context: RenderContext, wording: Wording): Part[] {
  let place = firstPlace;
  return cards.flatMap(({ title, subtitle, image_url, action_url, buttons = [] }) => {
    const opens = action_url === undefined ? undefined : context.link(place++, action_url);
    const offer = offerOf(buttons, place, context);
    place += buttons.length;
    const isOnlyLink = opens !== undefined && isEmpty(offer);
    if (isOnlyLink) offer.links.push({ title, url: opens });
    const text = [`*${title}*`, subtitle, isOnlyLink ? undefined : opens]
      .filter((line) => line !== undefined)
      .join("\n");
    return show(text, offer, wording, image_url === undefined ? undefined : headerOf("image", image_url));
  });
}

type Media = Extract<OutgoingMessage, { url: string }>;

/** Sound can carry neither buttons nor words. */
function mediaParts({ type, url }: Media, offer: Offer, wording: Wording): Part[] {
  if (type === "audio") {
    return [{ type: "audio", audio: { link: url } }, ...(isEmpty(offer) ? [] : show("", offer, wording))];
  }
  const header = headerOf(type === "file" ? "document" : type, url);
  if (offer.presses.length > 0) return show("", offer, wording, header);
  return captioned(header, linesOf(offer, wording).join("\n"));
}

function headerOf(type: Header["type"], link: string): Header {
  if (type !== "document") return { type, [type]: { link } } as Header;
  const filename = fileName(link);
  return { type, document: { link, ...(filename && { filename }) } };
}

/** What the address ends with; without it WhatsApp shows the customer a document without a name. */
function fileName(link: string): string | undefined {
  const last = URL.parse(link)?.pathname.split("/").at(-1);
  if (!last) return undefined;
  try {
    return decodeURIComponent(last).slice(0, 240);
  } catch {
    return last.slice(0, 240);
  }
}

function isEmpty({ presses, links, calls, asks }: Offer): boolean {
  return presses.length + links.length + calls.length + asks.length === 0;
}
