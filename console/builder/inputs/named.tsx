import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useScene } from "../context.ts";
import { useFault } from "../inspector/context.ts";
import type { InputProps } from "./input-props.ts";

/** One of the page's models. */
export function ModelInput(props: InputProps) {
  const { t } = useTranslation("builder");
  return <NamedInput {...props} kind="model" placeholder={t("inputs.chooseModel")} />;
}

/** One of the sources of the page's knowledge. */
export function SourceInput(props: InputProps) {
  const { t } = useTranslation("builder");
  return <NamedInput {...props} kind="source" placeholder={t("inputs.chooseSource")} />;
}

type NamedProps = InputProps & { kind: "model" | "source"; placeholder: string };

function NamedInput({ label, path, value, onChange, isReadOnly, kind, placeholder }: NamedProps) {
  const { t } = useTranslation("builder");
  const { names } = useScene();
  const fault = useFault(path);
  const id = typeof value === "number" ? String(value) : null;
  const known = [...names[kind]].map(([each, name]) => ({ value: String(each), label: name }));
  const isGone = id !== null && !known.some((option) => option.value === id);
  return (
    <Select
      label={label}
      error={fault}
      searchable
      data={isGone ? [...known, { value: id, label: t("inputs.gone", { name: id }) }] : known}
      value={id}
      readOnly={isReadOnly}
      placeholder={placeholder}
      nothingFoundMessage={t("inputs.nothing")}
      onChange={(next) => onChange(next === null ? null : Number(next))}
    />
  );
}
