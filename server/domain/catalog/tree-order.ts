/** Inserts an item among its siblings: before the one at index `place`, or after the last. */
export function placeAmong<Item>(
  others: Item[],
  item: Item,
  place: number,
  isSibling: (other: Item) => boolean,
): Item[] {
  const next = others.filter(isSibling)[place];
  const at = next === undefined ? others.findLastIndex(isSibling) + 1 || others.length : others.indexOf(next);
  return others.toSpliced(at, 0, item);
}

/** A folder and all folders below it, the folder first. */
export function subtreeOf<Folder extends { id: number; parentId: number | null }>(
  folders: Folder[],
  rootId: number,
): Folder[] {
  const children = Map.groupBy(folders, ({ parentId }) => parentId);
  const below = (id: number): Folder[] => (children.get(id) ?? []).flatMap((child) => [child, ...below(child.id)]);
  return [...folders.filter(({ id }) => id === rootId), ...below(rootId)];
}
