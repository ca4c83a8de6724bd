import type { Change } from "./compare.ts";
import type { PageFile } from "./schema.ts";

/** The changes that are not to be made, by kind and name. */
export type LeftOut = Pick<Change, "what" | "name">[];

/**
 * The file without some of its changes: items of the page stay as they are, new ones are not created. An item that the
 * file would remove is added again, so that pruning keeps it.
 */
export function leaveOut(before: PageFile, after: PageFile, leftOut: LeftOut): PageFile {
  const isLeftOut = (what: Change["what"]) => {
    const names = new Set(leftOut.filter((each) => each.what === what).map(({ name }) => name));
    return (name: string) => names.has(name);
  };

  function section<Item>(
    what: Change["what"],
    old: Item[] = [],
    wanted: Item[] | undefined,
    name: (item: Item) => string,
  ) {
    const isOut = isLeftOut(what);
    if (!wanted) return undefined;
    const there = Map.groupBy(
      old.filter((item) => isOut(name(item))),
      name,
    );
    const kept = wanted.flatMap((item) => {
      if (!isOut(name(item))) return [item];
      const was = there.get(name(item))?.shift();
      return was === undefined ? [] : [was];
    });
    return [...kept, ...[...there.values()].flat()];
  }

  return {
    ...after,
    ...(leftOut.some(({ what }) => what === "page") && {
      ...{ page: undefined, chat: undefined, model_limits: undefined },
    }),
    tags: section("tag", before.tags, after.tags, (tag) => tag),
    fields: section("field", before.fields, after.fields, ({ name }) => name),
    folders: section("folder", before.folders, after.folders, (path) => path),
    flows: section("flow", before.flows, after.flows, ({ name }) => name),
    keywords: section("keyword", before.keywords, after.keywords, ({ name }) => name),
    ice_breakers: section("ice_breaker", before.ice_breakers, after.ice_breakers, ({ title }) => title),
    main_menu: section("menu_item", before.main_menu, after.main_menu, ({ title }) => title),
    tools: section("tool", before.tools, after.tools, ({ name }) => name),
    segments: section("segment", before.segments, after.segments, ({ name }) => name),
    sequences: section("sequence", before.sequences, after.sequences, ({ name }) => name),
    rules: section("rule", before.rules, after.rules, ({ name }) => name),
    models: section("model", before.models, after.models, ({ name }) => name),
    knowledge: section("knowledge", before.knowledge, after.knowledge, ({ name }) => name),
    evaluations: section("evaluation", before.evaluations, after.evaluations, ({ name }) => name),
  };
}
