import { pairByName } from "@banter/core/page-file/compare.ts";
import type { PageFile } from "@banter/core/page-file/schema.ts";
import type { KnowledgeSource } from "../../store/knowledge/knowledge-sources.ts";
import { flowPaths, folderPaths, type PageState } from "./state.ts";

/** A section of the file paired with the page's items. `was` is the old row. Items that the file lacks stay or go. */
export type Section<Item, Old> = { pairs: { item: Item; was: Old | undefined }[]; stay: Old[]; go: Old[] };

export type MatchedItems = ReturnType<typeof match>;

/** Pairs the items of the file with those of the page, by name. */
export function match(state: PageState, file: PageFile, { prune }: { prune: boolean }) {
  const folderPath = folderPaths(state.folders);
  const flowPath = flowPaths(state.flows, state.folders);

  function section<Old, Item>(
    old: Old[],
    items: Item[] | undefined,
    names: { oldName: (item: Old) => string; name: (item: Item) => string },
  ): Section<Item, Old> {
    // A section that the file does not have stays as it is.
    if (!items) return { pairs: [], stay: old, go: [] };
    const { pairs, rest } = pairByName(old, items, names);
    return { pairs, stay: prune ? [] : rest, go: prune ? rest : [] };
  }

  const byName = { oldName: (old: { name: string }) => old.name, name: (item: { name: string }) => item.name };
  const byTitle = { oldName: (old: { title: string }) => old.title, name: (item: { title: string }) => item.title };
  const sections = {
    tags: section(state.tags, file.tags, { ...byName, name: (tag) => tag }),
    fields: section(state.fields, file.fields, byName),
    folders: section(state.folders, file.folders, {
      oldName: ({ id }) => folderPath.get(id) ?? "",
      name: (path) => path,
    }),
    flows: section(state.flows, file.flows, { ...byName, oldName: ({ id }) => flowPath.get(id) ?? "" }),
    keywords: section(state.keywords, file.keywords, byName),
    iceBreakers: section(state.iceBreakers, file.ice_breakers, byTitle),
    menuItems: section(state.menuItems, file.main_menu, byTitle),
    tools: section(state.tools, file.tools, byName),
    segments: section(state.segments, file.segments, byName),
    sequences: section(state.sequences, file.sequences, byName),
    rules: section(state.rules, file.rules, byName),
    models: section(state.models, file.models, byName),
    evaluations: section(state.evaluations, file.evaluations, byName),
    knowledge: withoutFiles(section(state.knowledge, file.knowledge, byName)),
  };
  const newItems = Object.values(sections)
    .flatMap(({ pairs }): { was: unknown }[] => pairs)
    .filter(({ was }) => was === undefined).length;
  return { ...sections, newItems };
}

/** Uploaded files are in no page file, so that it does not ask for their removal either. */
const withoutFiles = <Item>({ pairs, stay, go }: Section<Item, KnowledgeSource>): Section<Item, KnowledgeSource> => ({
  pairs,
  stay,
  go: go.filter(({ kind }) => kind !== "file"),
});
