import { finderOf } from "../../frame/choosers/find.ts";
import type { Flow, Folder, Tree } from "../tree.ts";

export type Found = { folders: Folder[]; flows: Flow[] };

/** Finds folders and flows by words of their names. An empty query finds nothing. */
export function searchTree(tree: Tree): (query: string) => Found {
  const findFolders = finderOf(tree.folders, ({ name }) => name);
  const findFlows = finderOf(tree.flows, ({ name }) => name);
  return (query) => {
    if (query.trim() === "") return { folders: [], flows: [] };
    return { folders: findFolders(query), flows: findFlows(query) };
  };
}
