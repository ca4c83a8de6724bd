import { lengthIn } from "@banter/core/channels/limits.ts";
import { LinkUrl } from "@banter/core/model/content/url.ts";
import { isBlank, isStorable } from "@banter/core/model/text.ts";
import type { ReplyOf } from "@banter/sdk/manage.ts";

/** An ice breaker or a menu item while it is being edited. New ones have a key and no id. */
export type Offer = {
  key: number;
  id?: number;
  title: string;
  type: "flow" | "link";
  flow_id: number | null;
  url: string;
};

type IceBreaker = ReplyOf<"GET /pages/:page_id/ice_breakers">["ice_breakers"][number];
type MenuItem = ReplyOf<"GET /pages/:page_id/main_menu">["items"][number];

export const readIceBreakers = (saved: readonly IceBreaker[]): Offer[] =>
  saved.map(({ id, title, flow_id }) => ({ key: id, id, title, type: "flow", flow_id, url: "" }));

export const readMenu = (saved: readonly MenuItem[]): Offer[] =>
  saved.map(({ id, title, type, flow_id, url }) => ({ key: id, id, title, type, flow_id, url: url ?? "" }));

/** One more at the end, under a key that none has. */
export function withNew(offers: readonly Offer[], type: Offer["type"]): Offer[] {
  const key = Math.min(0, ...offers.map((offer) => offer.key)) - 1;
  return [...offers, { key, title: "", type, flow_id: null, url: "" }];
}

export const iceBreakersOf = (offers: readonly Offer[]) =>
  offers.map(({ id, title, flow_id }) => ({ ...(id !== undefined && { id }), title: title.trim(), flow_id }));

export const menuOf = (offers: readonly Offer[]) =>
  offers.map(({ id, title, type, flow_id, url }) => {
    const named = { ...(id !== undefined && { id }), title: title.trim() };
    return type === "flow" ? { ...named, type, flow_id } : { ...named, type, url: url.trim() };
  });

/** What keeps an offer from being saved, by field. */
export type Faults = { title?: "title" | "title_long"; url?: "url" };

export function faultsOf({ title, type, url }: Offer): Faults {
  return {
    ...(isBlank(title) || !isStorable(title)
      ? { title: "title" as const }
      : title.trim().length > 80 && { title: "title_long" as const }),
    ...(type === "link" && !LinkUrl.safeParse(url.trim()).success && { url: "url" as const }),
  };
}

export const isFaulty = (offer: Offer) => Object.keys(faultsOf(offer)).length > 0;

/** Whether both say the same, in the same order. */
export function areSame(one: readonly Offer[], other: readonly Offer[]): boolean {
  return JSON.stringify(menuOf(one)) === JSON.stringify(menuOf(other));
}

/** The title as a channel shows it. */
export function cut(title: string, characters: number): string {
  return lengthIn("characters", title) <= characters ? title : `${[...title].slice(0, characters - 1).join("")}…`;
}
