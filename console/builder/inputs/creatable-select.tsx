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
  onCreate?: (name: string, kind: string) => void;
  /** The kinds of which an option can be created, if there are several. */
  kinds?: readonly { value: string; label: string }[];
  isReadOnly: boolean;
  error?: string | undefined;
  placeholder: string;
};

const created = "\u0000new";
const isKnown = (option: object) => "value" in option && !String(option.value).startsWith(created);

/** Selects one of the page's tags or fields, or creates one. */
export function CreatableSelect(props: Props) {
  const { label, options, value, onChange, onCreate, kinds, isReadOnly, error, placeholder } = props;
  const { t } = useTranslation("builder");
  const [search, setSearch] = useState("");
  const wanted = search.trim();
  const isNew = wanted !== "" && !options.some((option) => option.label.toLowerCase() === wanted.toLowerCase());
  const isGone = value !== null && !options.some((option) => option.value === value);
  const known = isGone ? [...options, { value, label: t("inputs.gone", { name: value }) }] : options;
  const create = t("inputs.create", { name: wanted });
  const offers = kinds?.map((kind) => ({ value: created + kind.value, label: `${create} · ${kind.label}` }));
  const shown = onCreate && isNew ? [...known, ...(offers ?? [{ value: created, label: create }])] : known;
  return (
    <Select
      label={label}
      error={error}
      searchable
      clearable
      data={shown}
      value={value}
      readOnly={isReadOnly}
      placeholder={placeholder}
      nothingFoundMessage={t(onCreate ? "inputs.typeToCreate" : "inputs.nothing")}
      clearButtonProps={{ "aria-label": t("inputs.clear", { label }) }}
      searchValue={search}
      onSearchChange={setSearch}
      filter={(input) => [...findOptions(input).filter(isKnown), ...input.options.filter((each) => !isKnown(each))]}
      onChange={(next) => (next?.startsWith(created) ? onCreate?.(wanted, next.slice(created.length)) : onChange(next))}
    />
  );
}
