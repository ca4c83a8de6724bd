import { Group, Select } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { addWords } from "../../words.ts";
import { type Sort, type State, sorts, states } from "./arrange.ts";
import * as words from "./words.ts";

addWords("flowList", words);

type Props = {
  sort: Sort;
  onSort: (sort: Sort) => void;
  state: State;
  onState: (state: State) => void;
  /** The search field. */
  children: ReactNode;
};

/** The search, the state of the flows to show, and their order. */
export function ListControls({ sort, onSort, state, onState, children }: Props) {
  const { t } = useTranslation("flowList");
  return (
    <Group gap="sm">
      <div style={{ flex: "1 1 220px" }}>{children}</div>
      <Select
        flex="1 1 150px"
        maw={220}
        aria-label={t("state")}
        allowDeselect={false}
        data={states.map((value) => ({ value, label: t(`states.${value}`) }))}
        value={state}
        onChange={(value) => onState(states.find((one) => one === value) ?? "all")}
      />
      <Select
        flex="1 1 150px"
        maw={220}
        aria-label={t("sort")}
        allowDeselect={false}
        data={sorts.map((value) => ({ value, label: t(`sorts.${value}`) }))}
        value={sort}
        onChange={(value) => onSort(sorts.find((one) => one === value) ?? "own")}
      />
    </Group>
  );
}
