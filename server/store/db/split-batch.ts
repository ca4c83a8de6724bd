/** The parts to try when a batch has failed: its groups, or the halves of a single group; none of a single item. */
export function splitBatch<Item>(items: Item[], groupOf: (item: Item) => string): Item[][] {
  if (items.length < 2) return [];
  const groups = [...Map.groupBy(items, groupOf).values()];
  if (groups.length > 1) return groups;
  const half = Math.ceil(items.length / 2);
  return [items.slice(0, half), items.slice(half)];
}
