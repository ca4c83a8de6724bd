import type { OutgoingButton, OutgoingReply } from "@banter/core/flow/outgoing.ts";
import type { RenderContext } from "../outbound.ts";

/** The actions that a message offers the customer, grouped by how WhatsApp can show them. */
export type Offer = {
  presses: { id: string; title: string; part: "button" | "quick_reply" }[];
  links: { title: string; url: string }[];
  calls: { title: string; phone: string }[];
  asks: Exclude<OutgoingReply["type"], "press">[];
};

/** `firstPlace` is the place of the first item among the message's pressables. */
export function offerOf(
  { buttons = [], replies = [] }: { buttons?: OutgoingButton[]; replies?: OutgoingReply[] },
  firstPlace: number,
  context: RenderContext,
): Offer {
  const offer: Offer = { presses: [], links: [], calls: [], asks: [] };
  for (const [index, item] of [...buttons, ...replies].entries()) {
    const place = firstPlace + index;
    const part = index < buttons.length ? "button" : "quick_reply";
    if (item.type === "press") offer.presses.push({ id: context.payload(place), title: item.title, part });
    else if (item.type === "url") offer.links.push({ title: item.title, url: context.link(place, item.url) });
    else if (item.type === "call") offer.calls.push({ title: item.title, phone: item.phone });
    else offer.asks.push(item.type);
  }
  return offer;
}

export function isEmpty({ presses, links, calls, asks }: Offer): boolean {
  return presses.length + links.length + calls.length + asks.length === 0;
}
