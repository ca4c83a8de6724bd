import type { OutgoingCard } from "@banter/core/flow/outgoing.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import type { RenderContext } from "../../outbound.ts";
import { cutTitle } from "../../text/render-notes.ts";
import { say } from "../words.ts";
import { renderButtons } from "./buttons.ts";
import { characters, type Look, limits, type MetaMessage } from "./look.ts";

type Cards = { elements: OutgoingCard[]; image_aspect_ratio?: "horizontal" | "square" };

/**
 * Cards side by side, ten per message. Meta requires more than a title, so a card with nothing else is sent as text.
 * Lines for buttons that could not be shown follow at the end, under the card's title.
 */
export function renderCards(
  { elements, image_aspect_ratio }: Cards,
  firstPlace: number,
  context: RenderContext,
  look: Look,
): MetaMessage[] {
  const messages: MetaMessage[] = [];
  const lines: string[] = [];
  let row: JsonObject[] = [];
  let place = firstPlace;
  const isSquare = image_aspect_ratio === "square" && look.hasSquareCards;
  if (image_aspect_ratio === "square" && !isSquare) context.note({ change: "left_out", part: "square_pictures" });
  const endRow = () => {
    if (row.length > 0) messages.push(rowOf(row, isSquare));
    row = [];
  };

  for (const card of elements) {
    const { element, unshown } = renderCard(card, place, context, look);
    place += (card.action_url === undefined ? 0 : 1) + (card.buttons?.length ?? 0);
    lines.push(...unshown.map((line) => `${card.title}\n${line}`));
    if (Object.keys(element).length === 1) {
      endRow();
      context.note({ change: "as_text", part: "card", title: card.title });
      messages.push(...say(card.title, look.text));
    } else if (row.push(element) === limits.cards) endRow();
  }
  endRow();
  return [...messages, ...say(lines.join("\n"), look.text)];
}

function renderCard(
  { title, subtitle, image_url, action_url, buttons = [] }: OutgoingCard,
  place: number,
  context: RenderContext,
  look: Look,
): { element: JsonObject; unshown: string[] } {
  const { native, lines } = renderButtons(buttons, action_url === undefined ? place : place + 1, context, look);
  const cut = (text: string, part: "card_title" | "card_subtitle") =>
    cutTitle(context, text, { part, title, max: limits.cardText, measure: characters });
  const element = {
    title: cut(title, "card_title"),
    ...(subtitle !== undefined && { subtitle: cut(subtitle, "card_subtitle") }),
    ...(image_url !== undefined && { image_url }),
    ...(action_url !== undefined && { default_action: { type: "web_url", url: context.link(place, action_url) } }),
    ...(native.length > 0 && { buttons: native }),
  };
  return { element, unshown: lines };
}

function rowOf(elements: JsonObject[], isSquare: boolean): MetaMessage {
  // Horizontal is Meta's default.
  const shape = isSquare ? { image_aspect_ratio: "square" } : {};
  return { attachment: { type: "template", payload: { template_type: "generic", ...shape, elements } } };
}
