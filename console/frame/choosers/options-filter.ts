import type { ComboboxItem, OptionsFilter } from "@mantine/core";
import { finderOf } from "./find.ts";

/** The search of a Mantine select without groups: words in any order, without accents. */
export const findOptions: OptionsFilter = ({ options, search }) => {
  const items = options.filter((option): option is ComboboxItem => "value" in option);
  return finderOf(items, ({ label }) => label)(search);
};
