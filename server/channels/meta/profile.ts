import { metaIceBreakers, metaMenu } from "@banter/core/channels/meta/limits.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import type { PageProfile } from "../channel.ts";
import { cutText } from "../text/split-text.ts";
import { callGraph, type Graph, type GraphCall } from "./graph.ts";
import { characters } from "./outbound/look.ts";

/** Fields of the Messenger profile. A field that is null is deleted. */
export type ProfileFields = Record<string, unknown>;

/** One call that sets and one that deletes, because a page has ten calls in ten minutes. `common` is part of each. */
export function profileCalls(fields: ProfileFields, common: Record<string, string> = {}): GraphCall[] {
  const set = Object.entries(fields).filter(([, value]) => value !== null);
  const deleted = Object.entries(fields).flatMap(([name, value]) => (value === null ? [name] : []));
  const call = { path: "me/messenger_profile", query: common };
  const calls: GraphCall[] = [];
  if (set.length > 0) calls.push({ ...call, method: "POST", body: { ...common, ...Object.fromEntries(set) } });
  if (deleted.length > 0) calls.push({ ...call, method: "DELETE", body: { ...common, fields: deleted } });
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
