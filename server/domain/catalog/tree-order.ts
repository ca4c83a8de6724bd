/** The list with an item at a place among its siblings: before the one that is there, or behind the last of them. */
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

/** All folders below one, and itself. */
export function subtreeOf<Folder extends { id: number; parentId: number | null }>(
  folders: Folder[],
  rootId: number,
): Folder[] {
  const children = Map.groupBy(folders, ({ parentId }) => parentId);
  const below = (id: number): Folder[] => (children.get(id) ?? []).flatMap((child) => [child, ...below(child.id)]);
  return [...folders.filter(({ id }) => id === rootId), ...below(rootId)];
}
