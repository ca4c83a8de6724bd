import { useLocalStorage } from "@mantine/hooks";
import { useDeferredValue, useMemo, useState } from "react";
import type { FolderId, Index, Tree } from "../tree.ts";
import { arrange, type Content, isIn, type Sort, type State } from "./arrange.ts";
import { searchTree } from "./search.ts";

/**
 * The rows of the list: the current folder's content, in the chosen order. A search looks everywhere; a state is looked
 * for in the current folder and the folders inside it.
 */
export function useShown(tree: Tree, index: Index, current: FolderId) {
  const [query, setQuery] = useState("");
  const [state, setState] = useState<State>("all");
  const [sort, setSort] = useLocalStorage<Sort>({ key: "banter-flow-order", defaultValue: "own" });
  const search = useMemo(() => searchTree(tree), [tree]);
  const deferredQuery = useDeferredValue(query);
  const isSearching = deferredQuery.trim() !== "";
  const isFound = isSearching || state !== "all";
  const shown = useMemo((): Content => {
    const found: Content = isSearching ? search(deferredQuery) : contentOf(tree, index, current, state);
    const fitting = {
      folders: state === "all" ? found.folders : [],
      flows: found.flows.filter((flow) => isIn(state, flow)),
    };
    // The best fit of a search comes first.
    return isSearching && sort === "own" ? fitting : arrange(fitting, sort);
  }, [isSearching, search, deferredQuery, tree, index, current, state, sort]);
  return { shown, query, setQuery, state, setState, sort, setSort, isSearching, isFound };
}

function contentOf(tree: Tree, index: Index, current: FolderId, state: State): Content {
  if (state === "all") return { folders: index.foldersIn(current), flows: index.flowsIn(current) };
  return { folders: [], flows: tree.flows.filter(({ folder_id }) => index.isWithin(folder_id, current)) };
}
