import type { OutgoingCard } from "@banter/core/flow/outgoing.ts";
import type { RenderContext } from "../outbound.ts";
import { fileName } from "../text/render-notes.ts";
import { cutText } from "../text/split-text.ts";
import type { Action, ActionMaker } from "./actions.ts";

/** https://developers.line.biz/en/docs/messaging-api/flex-message-elements/ */
export type FlexMessage = {
  type: "flex";
  /** Shown in notifications and in the list of chats. */
  altText: string;
  contents: Bubble | { type: "carousel"; contents: Bubble[] };
};

type Bubble = { type: "bubble"; hero?: Picture; body?: Box; footer?: Box; action?: Action };
type Box = { type: "box"; layout: "vertical"; spacing?: "sm"; contents: (Text | Button)[] };
type Text = {
  type: "text";
  text: string;
  wrap: true;
  weight?: "bold";
  size?: "sm" | "lg";
  color?: string;
  action?: Action;
};
type Button = { type: "button"; style: "link"; height: "sm"; action: Action };
type Picture = { type: "image"; url: string; size: "full"; aspectRatio: string; aspectMode: "cover" };

const maxAltText = 400;
const maxBubbles = 12;

export function flexOf(words: string, contents: FlexMessage["contents"]): FlexMessage {
  return { type: "flex", altText: cutText(words, maxAltText), contents };
}

export function bubbleOf({ text, actions }: { text: string; actions: Action[] }): Bubble {
  return {
    type: "bubble",
    ...(text !== "" && { body: boxOf([{ type: "text", text, wrap: true }]) }),
    ...footerOf(actions),
  };
}

type Cards = { elements: OutgoingCard[]; image_aspect_ratio?: "horizontal" | "square" };

/** Cards side by side, twelve per message. */
export function cardMessages(cards: Cards, make: ActionMaker, note: RenderContext["note"]): FlexMessage[] {
  const { elements, image_aspect_ratio: ratio = "horizontal" } = cards;
  const bubbles = elements.map((card) => cardBubble(card, ratio, make, note));
  const rows = Array.from({ length: Math.ceil(bubbles.length / maxBubbles) }, (_, row) => row * maxBubbles);
  return rows.map((from) => {
    const words = elements.slice(from, from + maxBubbles).map(({ title }) => title);
    const [first, ...others] = bubbles.slice(from, from + maxBubbles);
    return first && others.length === 0
      ? flexOf(words.join(" · "), first)
      : flexOf(words.join(" · "), { type: "carousel", contents: bubbles.slice(from, from + maxBubbles) });
  });
}

const ratios = { horizontal: "20:13", square: "1:1" };

/** A press anywhere else on the card opens its link. */
function cardBubble(
  { title, subtitle = "", image_url: image, action_url: url, buttons = [] }: OutgoingCard,
  ratio: keyof typeof ratios,
  make: ActionMaker,
  note: RenderContext["note"],
): Bubble {
  const link = url === undefined ? undefined : make.button({ type: "url", title, url });
  const isFetched = image?.startsWith("https://") ?? false;
  if (image !== undefined && !isFetched) note({ change: "as_text", part: "image", title: fileName(image) ?? image });
  const lines: Text[] = [{ type: "text", text: title, weight: "bold", size: "lg", wrap: true }];
  if (subtitle !== "") lines.push({ type: "text", text: subtitle, size: "sm", color: "#666666", wrap: true });
  if (image !== undefined && !isFetched) {
    const action = { type: "uri", label: cutText(fileName(image) ?? image, 20), uri: image } as const;
    lines.push({ type: "text", text: image, size: "sm", wrap: true, action });
  }
  return {
    type: "bubble",
    ...(image !== undefined && isFetched && { hero: pictureOf(image, ratios[ratio]) }),
    body: boxOf(lines),
    ...footerOf(buttons.map(make.button)),
    ...(link && { action: link }),
  };
}

const boxOf = (contents: Box["contents"]): Box => ({ type: "box", layout: "vertical", spacing: "sm", contents });

function pictureOf(url: string, aspectRatio: string): Picture {
  return { type: "image", url, size: "full", aspectRatio, aspectMode: "cover" };
}

function footerOf(actions: Action[]): { footer?: Box } {
  const buttons = actions.map((action): Button => ({ type: "button", style: "link", height: "sm", action }));
  return buttons.length === 0 ? {} : { footer: boxOf(buttons) };
}
