import type { ComboboxItem, OptionsFilter } from "@mantine/core";
import { finderOf } from "./find.ts";

/** The search of a Mantine select, in its groups too: words in any order, without accents. */
export const findOptions: OptionsFilter = ({ options, search }) => {
  const find = (items: ComboboxItem[]) => finderOf(items, ({ label }) => label)(search);
  const single = options.filter((option): option is ComboboxItem => !("group" in option));
  const groups = options.filter((option) => "group" in option);
  return [
    ...groups.map((group) => ({ ...group, items: find(group.items) })).filter(({ items }) => items.length > 0),
    ...find(single),
  ];
};
