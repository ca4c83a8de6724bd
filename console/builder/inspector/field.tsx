import { isObject } from "@banter/core/model/json.ts";
import { NumberInput, Select, Stack, Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { findAt, type Path } from "../edit/draft.ts";
import { blankOption } from "../edit/new-step.ts";
import { inputs } from "../inputs/index.ts";
import type { Form, FormOf } from "../steps/schema-form.ts";
import { shownSettings } from "../steps/shown-settings.ts";
import { Alternatives } from "./alternatives.tsx";
import { useFault, useInspected, useLabel } from "./context.ts";
import { ListField } from "./list-field.tsx";

type Props<Kind extends Form["kind"] = Form["kind"]> = {
  form: FormOf<Kind>;
  path: Path;
  value: unknown;
  /** Where the schema has none, as in a list. */
  label?: string;
};

/** A setting, drawn from its schema: whatever a step type has can be edited, without a form of its own. */
export function Field({ form, path, value, label }: Props) {
  const { set, isReadOnly } = useInspected();
  const nameOf = useLabel();
  const name = label ?? nameOf(form.label);
  switch (form.kind) {
    case "input": {
      const Input = inputs[form.input];
      return (
        <Input
          form={form}
          label={name}
          path={path}
          value={value}
          isReadOnly={isReadOnly}
          onChange={(next) => set(path, next)}
        />
      );
    }
    case "switch":
      return (
        <Switch
          label={name}
          checked={(value ?? form.fallback) === true}
          disabled={isReadOnly}
          onChange={({ currentTarget }) => set(path, currentTarget.checked)}
        />
      );
    case "number":
      return <NumberField form={form} path={path} value={value} label={name} />;
    case "choice":
      return <ChoiceField form={form} path={path} value={value} label={name} />;
    case "object":
      return <ObjectField form={form} path={path} value={value} />;
    case "union":
      return <UnionField form={form} path={path} value={value} label={name} />;
    case "list":
      return <ListField form={form} path={path} value={value} label={name} />;
    case "unknown":
      return null;
  }
}

export function ObjectField({ form, path, value }: Props<"object">) {
  const holder = isObject(value) ? value : {};
  return (
    <Stack gap="sm">
      <Alternatives fields={form.fields} path={path} holder={holder} />
      {shownSettings(form.fields, holder).map(([key, field]) => (
        <Field key={key} form={field} path={[...path, key]} value={holder[key]} />
      ))}
    </Stack>
  );
}

function NumberField({ form, path, value, label }: Props<"number">) {
  const { set, isReadOnly } = useInspected();
  const fault = useFault(path, value);
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

function ChoiceField({ form, path, value, label }: Props<"choice">) {
  const { t } = useTranslation("builder");
  const { set, isReadOnly } = useInspected();
  const given = value ?? form.fallback;
  return (
    <Select
      label={label}
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

/** Choosing another kind keeps what both kinds have. */
function UnionField({ form, path, value, label }: Props<"union">) {
  const { t } = useTranslation("builder");
  const { set, isReadOnly } = useInspected();
  const { discriminator, options } = form;
  const chosen = findAt(value, [discriminator]);
  const option = options.find(([name]) => name === chosen);
  return (
    <Stack gap="sm">
      <Select
        aria-label={label || t("inspector.kind")}
        allowDeselect={false}
        data={options.map(([name]) => ({ value: name, label: t(`options.${name}`, { defaultValue: name }) }))}
        value={typeof chosen === "string" ? chosen : null}
        readOnly={isReadOnly}
        onChange={(next) => {
          const other = options.find(([name]) => name === next);
          if (other) set(path, kept(value, blankOption(discriminator, other)));
        }}
      />
      {option && option[1].kind === "object" && <ObjectField form={option[1]} path={path} value={value} />}
    </Stack>
  );
}

function kept(before: unknown, blank: Record<string, unknown>): Record<string, unknown> {
  const [discriminator] = Object.keys(blank);
  return Object.fromEntries(
    Object.entries(blank).map(([key, value]) => [
      key,
      key !== discriminator && isObject(before) && Object.hasOwn(before, key) ? before[key] : value,
    ]),
  );
}
