import assert from "node:assert/strict";
import type { Deps } from "../deps.ts";
import { flowPaths, folderPaths, loadPageState } from "../domain/page-file/state.ts";
import { listVersions } from "../store/catalog/flow-versions.ts";

/** Everything stored of a page's set-up, with ids, draft revisions and versions. */
export async function stateOf({ db }: Pick<Deps, "db">, pageId: string) {
  const { page, ...state } = (await loadPageState(db, pageId)) ?? assert.fail();
  const versions = await Promise.all(state.flows.map(({ id }) => listVersions(db, pageId, id)));
  // The revision grows with every change, even one that changes nothing.
  const { revision: _, ...settings } = page;
  return { ...state, settings, versions };
}

/** The id of each thing by its kind and name; the first one if several have the same name. */
export async function idsByName(deps: Pick<Deps, "db">, pageId: string): Promise<Map<string, number>> {
  const { tags, fields, folders, flows, keywords, iceBreakers, menuItems, tools } = await stateOf(deps, pageId);
  const named = (kind: string, items: { id: number; name: string }[]) =>
    items.map(({ id, name }) => [`${kind} ${name}`, id] as const);
  const titled = (items: { id: number; title: string }[]) => items.map(({ id, title }) => ({ id, name: title }));
  const paths = (map: Map<number, string>) => [...map].map(([id, name]) => ({ id, name }));
  const all = [
    ...named("tag", tags),
    ...named("field", fields),
    ...named("folder", paths(folderPaths(folders))),
    ...named("flow", paths(flowPaths(flows, folders))),
    ...named("keyword", keywords),
    ...named("ice breaker", titled(iceBreakers)),
    ...named("menu item", titled(menuItems)),
    ...named("tool", tools),
  ];
  return new Map(all.reverse());
}
