import { MultiSelect, NumberInput, Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Path } from "../edit/draft.ts";
import { stepPointer } from "../faults/shown-problems.ts";
import type { Form, FormOf } from "../steps/schema-form.ts";
import { useFault, useInspected } from "./context.ts";

type Props<Kind extends Form["kind"]> = { form: FormOf<Kind>; path: Path; value: unknown; label: string };

export function NumberField({ form, path, value, label }: Props<"number">) {
  const { set, isReadOnly } = useInspected();
  const fault = useFault(path);
  const given = value ?? form.fallback;
  return (
    <NumberInput
      label={label}
      error={fault}
      {...(form.min !== undefined && { min: form.min })}
      {...(form.max !== undefined && { max: form.max })}
      allowDecimal={false}
      value={typeof given === "number" ? given : ""}
      readOnly={isReadOnly}
      onChange={(next) => set(path, typeof next === "number" ? next : undefined)}
    />
  );
}

export function ChoiceField({ form, path, value, label }: Props<"choice">) {
  const { t } = useTranslation("builder");
  const { set, isReadOnly } = useInspected();
  const given = value ?? form.fallback;
  const fault = useFault(path);
  return (
    <Select
      label={label}
      error={fault}
      allowDeselect={false}
      clearable={form.isOptional && form.fallback === undefined}
      clearButtonProps={{ "aria-label": t("inputs.clear", { label }) }}
      data={form.options.map((option) => ({ value: option, label: t(`options.${option}`, { defaultValue: option }) }))}
      value={typeof given === "string" ? given : null}
      readOnly={isReadOnly}
      onChange={(next) => set(path, next ?? undefined)}
    />
  );
}

type ChoicesProps = { options: string[]; label: string; path: Path; value: readonly unknown[] };

/** Several of a fixed set of words. */
export function ChoicesField({ options, label, path, value }: ChoicesProps) {
  const { t } = useTranslation("builder");
  const { stepId, set, isReadOnly } = useInspected();
  const fault = useFault(path);
  return (
    <MultiSelect
      label={label}
      error={fault}
      data-field={stepPointer(stepId, path)}
      data={options.map((option) => ({ value: option, label: t(`options.${option}`, { defaultValue: option }) }))}
      value={value.filter((each): each is string => typeof each === "string" && options.includes(each))}
      readOnly={isReadOnly}
      onChange={(next) => set(path, next)}
    />
  );
}
