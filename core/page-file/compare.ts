import { z } from "zod";
import type { PageFile } from "./schema.ts";
import { canonical } from "./write.ts";

export const Thing = z.enum([
  "page",
  "tag",
  "field",
  "folder",
  "flow",
  "keyword",
  "ice_breaker",
  "menu_item",
  "tool",
  "segment",
  "sequence",
  "rule",
  "model",
  "knowledge",
  "evaluation",
  "media",
]);
export type Thing = z.infer<typeof Thing>;

/** One difference between a page and a file. */
export type Change = {
  action: "create" | "change" | "move" | "remove";
  what: Thing;
  name: string;
};

/** The changes that applying `after` makes to a page that is `before`. Without `prune` nothing is removed. */
export function comparePageFiles(before: PageFile, after: PageFile, { prune }: { prune: boolean }): Change[] {
  const old = canonical(before);
  const wanted = canonical(after);
  const compare = comparing(prune);
  const sections = [
    compare("tag", old.tags, wanted.tags, (tag) => tag),
    compare("field", old.fields, wanted.fields, ({ name }) => name),
    compare("folder", old.folders, wanted.folders, (path) => path),
    compare("flow", old.flows, wanted.flows, ({ name }) => name),
    compare("keyword", old.keywords, wanted.keywords, ({ name }) => name),
    compare("ice_breaker", old.ice_breakers, wanted.ice_breakers, ({ title }) => title),
    compare("menu_item", old.main_menu, wanted.main_menu, ({ title }) => title),
    compare("tool", old.tools, wanted.tools, ({ name }) => name),
    compare("segment", old.segments, wanted.segments, ({ name }) => name),
    compare("sequence", old.sequences, wanted.sequences, ({ name }) => name),
    compare("rule", old.rules, wanted.rules, ({ name }) => name),
    compare("model", old.models, wanted.models, ({ name }) => name),
    compare("knowledge", old.knowledge, wanted.knowledge, ({ name }) => name),
    compare("evaluation", old.evaluations, wanted.evaluations, ({ name }) => name),
  ].flat();
  const isSamePage = !wanted.page || isSame(old.page, wanted.page);
  const isSameChat = !wanted.chat || isSame(old.chat, wanted.chat);
  const isSameLimits = !wanted.model_limits || isSame(old.model_limits, wanted.model_limits);
  const name = wanted.page?.name ?? old.page?.name ?? "";
  const page: Change[] = isSamePage && isSameChat && isSameLimits ? [] : [{ action: "change", what: "page", name }];
  return [...page, ...sections];
}

/** Pairs each item with the old one of its name: the first of a name with the first, the second with the second. */
export function pairByName<Old, Item>(
  old: Old[],
  items: Item[],
  { oldName, name }: { oldName: (item: Old) => string; name: (item: Item) => string },
): { pairs: { item: Item; was: Old | undefined }[]; rest: Old[] } {
  const waiting = Map.groupBy(old, oldName);
  const pairs = items.map((item) => ({ item, was: waiting.get(name(item))?.shift() }));
  const rest = new Set([...waiting.values()].flat());
  return { pairs, rest: old.filter((item) => rest.has(item)) };
}

/** Items that the file lacks are removed with `prune`; without it they stay, after the items of the file. */
function comparing(prune: boolean) {
  return <Item>(what: Change["what"], old: Item[] = [], wanted: Item[] | undefined, name: (item: Item) => string) => {
    if (!wanted) return [];
    const { pairs, rest } = pairByName(old, wanted, { oldName: name, name });
    const removed = new Set(prune ? rest : []);
    const places = new Map(old.filter((item) => !removed.has(item)).map((item, place) => [item, place]));
    let place = 0;
    const changes = pairs.flatMap(({ item, was }): Change[] => {
      if (was === undefined) return [{ action: "create", what, name: name(item) }];
      const isMoved = places.get(was) !== place++;
      if (!isSame(was, item)) return [{ action: "change", what, name: name(item) }];
      return isMoved ? [{ action: "move", what, name: name(item) }] : [];
    });
    return [...changes, ...[...removed].map((item): Change => ({ action: "remove", what, name: name(item) }))];
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
