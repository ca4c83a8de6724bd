import { foldMarks } from "@banter/core/match/normalise.ts";

/**
 * Finds things by words of their names, in any order. Capitals and diacritics make no difference: "don hang" finds "Đơn
 * hàng". Names that begin with the query come first. An empty query finds everything.
 */
export function finderOf<Item>(items: readonly Item[], nameOf: (item: Item) => string): (query: string) => Item[] {
  const prepared = items.map((item) => ({ item, plain: foldMarks(nameOf(item)) }));
  return (query) => {
    const plain = foldMarks(query).trim();
    const words = plain.split(" ").filter((word) => word !== "");
    const found = prepared.filter((one) => words.every((word) => one.plain.includes(word)));
    const isFirst = (one: { plain: string }) => one.plain.startsWith(plain);
    return [...found.filter(isFirst), ...found.filter((one) => !isFirst(one))].map(({ item }) => item);
  };
}
