import { metaIceBreakers, metaMenu } from "@banter/core/channels/meta.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import type { PageProfile } from "../channel.ts";
import { cutText } from "../split-text.ts";
import { callGraph, type Graph, type GraphCall } from "./graph.ts";
import { characters } from "./look.ts";

/** What a page shows before anybody has written. Null is to be taken away. */
export type ProfileFields = Record<string, unknown>;

/** Sets and takes away in two calls at most: a page has ten in ten minutes. `common` goes along with each. */
export function profileCalls(fields: ProfileFields, common: Record<string, string> = {}): GraphCall[] {
  const set = Object.entries(fields).filter(([, value]) => value !== null);
  const gone = Object.entries(fields).flatMap(([name, value]) => (value === null ? [name] : []));
  const call = { path: "me/messenger_profile", query: common };
  const calls: GraphCall[] = [];
  if (set.length > 0) calls.push({ ...call, method: "POST", body: { ...common, ...Object.fromEntries(set) } });
  if (gone.length > 0) calls.push({ ...call, method: "DELETE", body: { ...common, fields: gone } });
  return calls;
}

export async function saveProfile(graph: Graph, calls: GraphCall[]): Promise<void> {
  for (const call of calls) await callGraph(graph, call);
}

export function iceBreakersOf({ iceBreakers }: PageProfile): unknown {
  if (iceBreakers.length === 0) return null;
  const questions = iceBreakers
    .slice(0, metaIceBreakers.count)
    .map(({ title, payload }) => ({ question: cutText(title, metaIceBreakers.characters, characters), payload }));
  return [{ locale: "default", call_to_actions: questions }];
}

/** A flat list: Meta has removed menus inside menus in v8. */
export function menuOf({ mainMenu }: PageProfile, extra: JsonObject): unknown {
  if (mainMenu.length === 0) return null;
  const items = mainMenu.slice(0, metaMenu.count).map((item) => {
    const title = cutText(item.title, metaMenu.characters, characters);
    return "url" in item
      ? { type: "web_url", title, url: item.url }
      : { type: "postback", title, payload: item.payload };
  });
  return [{ locale: "default", ...extra, call_to_actions: items }];
}
