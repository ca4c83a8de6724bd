import { isObject } from "@banter/core/model/json.ts";
import { Select, Stack, Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { findAt, type Path } from "../edit/draft.ts";
import { blankOf } from "../edit/new-step.ts";
import { switchKind } from "../edit/switch-kind.ts";
import { stepPointer } from "../faults/shown-problems.ts";
import { RowList } from "../forms/rows/row-list.tsx";
import { useInputs } from "../inputs/context.ts";
import type { Form, FormOf } from "../steps/schema-form.ts";
import { shownSettings } from "../steps/shown-settings.ts";
import { Alternatives } from "./alternatives.tsx";
import { useInspected, useLabel } from "./context.ts";
import { ChoiceField, ChoicesField, NumberField } from "./plain-fields.tsx";

type Props<Kind extends Form["kind"] = Form["kind"]> = {
  form: FormOf<Kind>;
  path: Path;
  value: unknown;
  /** For schemas without a label, as in a list. */
  label?: string;
  /** For inputs in rows, whose labels are hidden. */
  placeholder?: string;
  /** Without a frame, on a bubble, a card or a button. */
  isBare?: boolean;
};

/** A setting, drawn from its schema. The inspector notes by `data-field` which of them was left. */
export function Field(props: Props) {
  const { stepId } = useInspected();
  const isPlain = ["input", "switch", "number", "choice"].includes(props.form.kind);
  if (!isPlain) return <AnyField {...props} />;
  return (
    <div data-field={stepPointer(stepId, props.path)}>
      <AnyField {...props} />
    </div>
  );
}

function AnyField({ form, path, value, label, placeholder, isBare = false }: Props) {
  const { set, isReadOnly } = useInspected();
  const inputs = useInputs();
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
          isBare={isBare}
          {...(placeholder !== undefined && { placeholder })}
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
          if (other) set(path, switchKind(value, discriminator, other));
        }}
      />
      {option && option[1].kind === "object" && <ObjectField form={option[1]} path={path} value={value} />}
    </Stack>
  );
}

/** A list whose items can be added, removed and put in order. */
function ListField({ form, path, value, label }: Props<"list"> & { label: string }) {
  const { t } = useTranslation("builder");
  const { set } = useInspected();
  const given = value ?? form.fallback;
  const items: unknown[] = Array.isArray(given) ? given : [];
  if (form.item.kind === "choice") {
    return <ChoicesField options={form.item.options} label={label} path={path} value={items} />;
  }
  return (
    <RowList
      label={label}
      items={items}
      path={path}
      onChange={(next) => set(path, next)}
      max={form.max ?? 100}
      blank={() => blankOf(form.item)}
      add={{ label: t("inspector.addItem"), of: t("inspector.add", { label }) }}
      nameOf={(index) => t("inspector.item", { label, place: index + 1 })}
    >
      {(item, index) => (
        <div className="row-words">
          <Field
            form={form.item}
            path={[...path, index]}
            value={item}
            label={form.item.kind === "input" ? t("inspector.item", { label, place: index + 1 }) : ""}
          />
        </div>
      )}
    </RowList>
  );
}
