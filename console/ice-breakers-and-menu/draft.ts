import { lengthIn } from "@banter/core/channels/limits.ts";
import { LinkUrl } from "@banter/core/model/content/url.ts";
import { CommandName } from "@banter/core/model/names.ts";
import { isBlank, isStorable } from "@banter/core/model/text.ts";
import type { ReplyOf } from "@banter/sdk/manage.ts";

/** An ice breaker or a menu item while it is being edited. New ones have a key and no id. */
export type Item = {
  key: number;
  id?: number;
  title: string;
  type: "flow" | "link";
  flow_id: number | null;
  url: string;
  /** The name of its command, without the slash; empty: one is made of the title. */
  command?: string;
};

type IceBreaker = ReplyOf<"GET /pages/:page_id/ice_breakers">["ice_breakers"][number];
type MenuItem = ReplyOf<"GET /pages/:page_id/main_menu">["items"][number];

export const readIceBreakers = (saved: readonly IceBreaker[]): Item[] =>
  saved.map(({ id, title, flow_id }) => ({ key: id, id, title, type: "flow", flow_id, url: "" }));

export const readMenu = (saved: readonly MenuItem[]): Item[] =>
  saved.map(({ id, title, type, flow_id, url, command }) => ({
    ...{ key: id, id, title, type, flow_id, url: url ?? "" },
    ...(command !== null && { command }),
  }));

/** With a new item at the end, under a free key. */
export function withNew(items: readonly Item[], type: Item["type"]): Item[] {
  const key = Math.min(0, ...items.map((item) => item.key)) - 1;
  return [...items, { key, title: "", type, flow_id: null, url: "" }];
}

export const iceBreakersOf = (items: readonly Item[]) =>
  items.map(({ id, title, flow_id }) => ({ ...(id !== undefined && { id }), title: title.trim(), flow_id }));

export const menuOf = (items: readonly Item[]) =>
  items.map(({ id, title, type, flow_id, url, command = "" }) => {
    const named = { ...(id !== undefined && { id }), title: title.trim() };
    if (type === "link") return { ...named, type, url: url.trim() };
    return { ...named, type, flow_id, ...(command !== "" && { command }) };
  });

/** The faults that prevent saving, by field. */
export type Faults = { title?: "title" | "titleLong"; url?: "url"; command?: "command" };

export function faultsOf({ title, type, url, command = "" }: Item): Faults {
  return {
    ...(type === "flow" &&
      command !== "" &&
      !CommandName.safeParse(command).success && { command: "command" as const }),
    ...(isBlank(title) || !isStorable(title)
      ? { title: "title" as const }
      : title.trim().length > 80 && { title: "titleLong" as const }),
    ...(type === "link" && !LinkUrl.safeParse(url.trim()).success && { url: "url" as const }),
  };
}

export const isFaulty = (item: Item) => Object.keys(faultsOf(item)).length > 0;

/** True if both would be saved the same. */
export function areSame(one: readonly Item[], other: readonly Item[]): boolean {
  return JSON.stringify(menuOf(one)) === JSON.stringify(menuOf(other));
}

/** The title as a channel shows it. */
export function cut(title: string, characters: number): string {
  return lengthIn("characters", title) <= characters ? title : `${[...title].slice(0, characters - 1).join("")}…`;
}
