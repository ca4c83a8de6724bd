import type { Flow, Folder } from "../tree.ts";

export const sorts = ["own", "name", "changed"] as const;
export type Sort = (typeof sorts)[number];

export const states = ["all", "draft", "published", "unpublished"] as const;
/** `unpublished`: published, with changes that are not. */
export type State = (typeof states)[number];

export type Content = { folders: readonly Folder[]; flows: readonly Flow[] };

/** The content in the wanted order. `own` is the owner's, which can be changed by moving rows. */
export function arrange({ folders, flows }: Content, sort: Sort): Content {
  if (sort === "own") return { folders, flows };
  return {
    folders: folders.toSorted(byName),
    flows: flows.toSorted(sort === "name" ? byName : (one, other) => (one.updated_at < other.updated_at ? 1 : -1)),
  };
}

/** Names in the order people expect: "Bước 2" before "Bước 10". */
const byName = (one: { name: string }, other: { name: string }) => collator.compare(one.name, other.name);
const collator = new Intl.Collator("vi", { numeric: true, sensitivity: "base" });

export function isIn(state: State, { published_version, has_changes }: Flow): boolean {
  if (state === "all") return true;
  if (state === "draft") return published_version === null;
  return published_version !== null && has_changes === (state === "unpublished");
}
