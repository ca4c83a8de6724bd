import { foldMarks } from "@banter/core/match/normalise.ts";
import type { Flow, Folder, Tree } from "../tree.ts";

export type Found = { folders: Folder[]; flows: Flow[] };

/**
 * Finds folders and flows by words of their names, in any order. Capitals and diacritics make no difference: "don hang"
 * finds "Đơn hàng". Names that begin with the query come first.
 */
export function searchTree(tree: Tree): (query: string) => Found {
  const folders = tree.folders.map(prepare);
  const flows = tree.flows.map(prepare);
  return (query) => {
    const plain = foldMarks(query);
    const words = plain.split(" ").filter((word) => word !== "");
    if (words.length === 0) return { folders: [], flows: [] };
    return { folders: pick(folders, plain, words), flows: pick(flows, plain, words) };
  };
}

type Prepared<Item> = { item: Item; plain: string };

function prepare<Item extends { name: string }>(item: Item): Prepared<Item> {
  return { item, plain: foldMarks(item.name) };
}

function pick<Item>(items: Prepared<Item>[], plain: string, words: string[]): Item[] {
  const found = items.filter((one) => words.every((word) => one.plain.includes(word)));
  const isFirst = (one: Prepared<Item>) => one.plain.startsWith(plain);
  return [...found.filter(isFirst), ...found.filter((one) => !isFirst(one))].map(({ item }) => item);
}
