import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { sequencesQuery } from "../../queries.ts";
import { useScene } from "../context.ts";
import { useFault } from "../inspector/context.ts";
import type { InputProps } from "./input-props.ts";

/** One of the page's sequences. */
export function SequenceInput({ label, path, value, onChange, isReadOnly }: InputProps) {
  const { t } = useTranslation("builder");
  const { page } = useScene();
  const { data: sequences = [] } = useQuery(sequencesQuery(page.id));
  const fault = useFault(path);
  const id = typeof value === "number" ? String(value) : null;
  const known = sequences.map((sequence) => ({ value: String(sequence.id), label: sequence.name }));
  const isGone = id !== null && !known.some((option) => option.value === id);
  return (
    <Select
      label={label}
      error={fault}
      searchable
      data={isGone ? [...known, { value: id, label: t("inputs.gone", { name: id }) }] : known}
      value={id}
      readOnly={isReadOnly}
      placeholder={t("inputs.chooseSequence")}
      nothingFoundMessage={t("inputs.nothing")}
      onChange={(next) => onChange(next === null ? null : Number(next))}
    />
  );
}
