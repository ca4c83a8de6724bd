import { cutTitle } from "../text/render-notes.ts";
import { distinct, type Header, interactive, maxTitle, type Part } from "./interactive.ts";
import type { Offer } from "./offer.ts";
import type { Voice } from "./wording.ts";

/** A card whose text and offer are known. */
export type ReadyCard = { text: string; picture: Header | undefined; offer: Offer };

const minCards = 2;
const maxCards = 10;
const maxText = 160;
const maxLineBreaks = 2;
/** "One or more" by Meta's documentation, which shows two. */
const maxReplies = 2;

/**
 * Cards side by side. WhatsApp wants a picture and a short text on each, and the same buttons on all: one link, or
 * equally many replies. Undefined if the cards are not like that.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/messages/interactive-media-carousel-messages
 */
export function carousels(cards: ReadyCard[], voice: Voice): Part[] | undefined {
  const kinds = new Set(cards.map(kindOf));
  if (cards.length < minCards || kinds.size !== 1 || kinds.has(undefined)) return undefined;
  return inGroups(cards).map((group) => {
    const shown = group.map((card, index) => cardOf(card, index, voice));
    // The text above the cards must not be empty; an emoji works in every language.
    return interactive("carousel", "👇", { cards: shown });
  });
}

/** The kind and number of a card's buttons; undefined for a card that no carousel can have. */
function kindOf({ text, picture, offer }: ReadyCard): string | undefined {
  const { presses, links, calls, asks } = offer;
  const isShort = text.length <= maxText && text.split("\n").length - 1 <= maxLineBreaks;
  if (picture === undefined || !isShort || calls.length + asks.length > 0) return undefined;
  if (links.length === 1 && presses.length === 0) return "link";
  return links.length === 0 && presses.length > 0 && presses.length <= maxReplies
    ? `${presses.length} replies`
    : undefined;
}

/** Groups of about equal size, because one card alone is no carousel. */
function inGroups(cards: ReadyCard[]): ReadyCard[][] {
  const size = Math.ceil(cards.length / Math.ceil(cards.length / maxCards));
  return Array.from({ length: Math.ceil(cards.length / size) }, (_, index) =>
    cards.slice(index * size, (index + 1) * size),
  );
}

function cardOf({ text, picture, offer: { presses, links } }: ReadyCard, index: number, voice: Voice) {
  // A card with replies has this type as well.
  return {
    card_index: index,
    type: "cta_url",
    header: picture,
    body: { text },
    action: actionOf(presses, links, voice),
  };
}

function actionOf(presses: Offer["presses"], [link]: Offer["links"], voice: Voice) {
  if (link) {
    const display_text = cutTitle(voice, link.title, { part: "button", max: maxTitle });
    return { name: "cta_url", parameters: { display_text, url: link.url } };
  }
  for (const { title, part } of presses) cutTitle(voice, title, { part, max: maxTitle });
  const titles = distinct(presses, maxTitle, voice);
  const buttons = presses.map(({ id }, index) => ({ type: "quick_reply", quick_reply: { id, title: titles[index] } }));
  return { buttons };
}
