import { mapReferences } from "@banter/core/flow/document/references.ts";
import type { Fault } from "@banter/core/model/error.ts";
import type { MatchedItems, Section } from "./match.ts";
import { flowPaths, folderPaths, type PageState } from "./state.ts";

/** Every item of the file with its id on the page, or a new one. */
export type GivenIds = ReturnType<typeof giveIds>;

export function giveIds(matched: MatchedItems, newIds: number[]) {
  const ids = newIds.values();
  const give = <Item, Old extends { id: number }>({ pairs }: Section<Item, Old>) =>
    pairs.map(({ item, was }, index) => ({ item, was, index, id: was?.id ?? ids.next().value ?? 0 }));
  return {
    tags: give(matched.tags),
    fields: give(matched.fields),
    folders: give(matched.folders),
    flows: give(matched.flows),
    keywords: give(matched.keywords),
    iceBreakers: give(matched.iceBreakers),
    menuItems: give(matched.menuItems),
    tools: give(matched.tools),
  };
}

export type Names = ReturnType<typeof namesOf>;

/** Finds ids by name, among the items of the file and those that stay on the page. A missing name becomes a fault. */
export function namesOf(state: PageState, matched: MatchedItems, given: GivenIds) {
  const faults: Fault[] = [];
  const oldFolders = folderPaths(state.folders);
  const oldFlows = flowPaths(state.flows, state.folders);
  const known = {
    tag: new Map([
      ...given.tags.map(({ item, id }) => [item, id] as const),
      ...matched.tags.stay.map(({ name, id }) => [name, id] as const),
    ]),
    field: new Map(
      [...given.fields.map(({ item, id }) => ({ ...item, id })), ...matched.fields.stay].map(({ name, id }) => [
        name,
        id,
      ]),
    ),
    folder: new Map([
      ...given.folders.map(({ item, id }) => [item, id] as const),
      ...matched.folders.stay.map(({ id }) => [oldFolders.get(id) ?? "", id] as const),
    ]),
    flow: new Map([
      ...given.flows.map(({ item, id }) => [item.name, id] as const),
      ...matched.flows.stay.map(({ id }) => [oldFlows.get(id) ?? "", id] as const),
    ]),
  };
  const missing = (path: string, message: string) => {
    faults.push({ path, message });
    return null;
  };

  return {
    faults,
    flow: (name: string | null, path: string): number | null =>
      name === null ? null : (known.flow.get(name) ?? missing(path, "names a flow that is not there")),
    /** The place of a folder or flow: the folder it lies in, and its own name. */
    place: (whole: string, path: string): { parentId: number | null; name: string } => {
      const slash = whole.lastIndexOf("/");
      const name = whole.slice(slash + 1);
      if (slash < 0) return { parentId: null, name };
      return {
        parentId: known.folder.get(whole.slice(0, slash)) ?? missing(path, "lies in a folder that is not there"),
        name,
      };
    },
    document: (document: unknown, path: string): unknown =>
      mapReferences(document, ({ kind, value, path: inner }) => {
        const id = typeof value === "string" ? known[kind].get(value) : undefined;
        if (id === undefined && value !== null) missing(path + inner, `must be the name of a ${kind} that is there`);
        return { by: "id", value: id ?? null };
      }),
  };
}
