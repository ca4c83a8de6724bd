import { Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { findOptions } from "../../frame/choosers/options-filter.ts";

type Props = {
  label: string;
  options: { value: string; label: string; group?: string }[];
  value: string | null;
  onChange: (value: string | null) => void;
  /** Creates an option by name; offered while no option has that name. */
  onCreate?: (name: string) => void;
  isReadOnly: boolean;
  error?: string | undefined;
};

const created = "\u0000new";
const isKnown = (option: object) => "value" in option && option.value !== created;

/** Selects one of the page's tags or fields, or creates one. */
export function CreatableSelect({ label, options, value, onChange, onCreate, isReadOnly, error }: Props) {
  const { t } = useTranslation("builder");
  const [search, setSearch] = useState("");
  const wanted = search.trim();
  const isNew = wanted !== "" && !options.some((option) => option.label.toLowerCase() === wanted.toLowerCase());
  const isGone = value !== null && !options.some((option) => option.value === value);
  const known = isGone ? [...options, { value, label: t("inputs.gone", { name: value }) }] : options;
  const shown = onCreate && isNew ? [...known, { value: created, label: t("inputs.create", { name: wanted }) }] : known;
  return (
    <Select
      label={label}
      error={error}
      searchable
      clearable
      data={shown}
      value={value}
      readOnly={isReadOnly}
      placeholder={t("inputs.choose")}
      nothingFoundMessage={t("inputs.nothing")}
      clearButtonProps={{ "aria-label": t("inputs.clear", { label }) }}
      searchValue={search}
      onSearchChange={setSearch}
      filter={(input) => [...findOptions(input).filter(isKnown), ...input.options.filter((each) => !isKnown(each))]}
      onChange={(next) => (next === created ? onCreate?.(wanted) : onChange(next))}
    />
  );
}
