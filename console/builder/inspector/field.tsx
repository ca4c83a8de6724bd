import { isObject } from "@banter/core/model/json.ts";
import { Button, Fieldset, Group, Paper, Select, Stack, Switch } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { findAt, type Path } from "../edit/draft.ts";
import { blankOf } from "../edit/new-step.ts";
import { switchKind } from "../edit/switch-kind.ts";
import { useInputs } from "../inputs/context.ts";
import type { Form, FormOf } from "../steps/schema-form.ts";
import { shownSettings } from "../steps/shown-settings.ts";
import { Alternatives } from "./alternatives.tsx";
import { useInspected, useLabel } from "./context.ts";
import { ItemTools } from "./item-tools.tsx";
import { ChoiceField, ChoicesField, NumberField } from "./plain-fields.tsx";

type Props<Kind extends Form["kind"] = Form["kind"]> = {
  form: FormOf<Kind>;
  path: Path;
  value: unknown;
  /** For schemas without a label, as in a list. */
  label?: string;
};

/** A setting, drawn from its schema, so that a step type needs no form of its own. */
export function Field({ form, path, value, label }: Props) {
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
export function ListField({ form, path, value, label }: Props<"list"> & { label: string }) {
  const { t } = useTranslation("builder");
  const { set, isReadOnly } = useInspected();
  const given = value ?? form.fallback;
  const items: unknown[] = Array.isArray(given) ? given : [];
  if (form.item.kind === "choice") {
    return (
      <ChoicesField options={form.item.options} label={label} value={items} onChange={(next) => set(path, next)} />
    );
  }
  const isFull = form.max !== undefined && items.length >= form.max;
  return (
    <Fieldset legend={label} p="sm" className="list-field">
      <Stack gap="xs">
        {items.map((item, index) => (
          <Item
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no id
            key={index}
            form={form.item}
            path={path}
            items={items}
            item={item}
            index={index}
            name={t("inspector.item", { label, place: index + 1 })}
          />
        ))}
        {!isReadOnly && !isFull && (
          <Group>
            <Button
              size="compact-sm"
              variant="light"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => set(path, [...items, blankOf(form.item)])}
            >
              {t("inspector.add", { label })}
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}

type ItemProps = { form: Form; path: Path; items: unknown[]; item: unknown; index: number; name: string };

/** A text stands beside its tools; anything larger goes in a box below them. */
function Item({ form, path, items, item, index, name }: ItemProps) {
  const { set, isReadOnly } = useInspected();
  const isPlain = form.kind === "input";
  const tools = !isReadOnly && (
    <ItemTools items={items} index={index} name={name} onChange={(next) => set(path, next)} />
  );
  const field = <Field form={form} path={[...path, index]} value={item} label={isPlain ? name : ""} />;
  if (isPlain) {
    return (
      <Group gap={4} wrap="nowrap" align="flex-end">
        <div style={{ flex: 1 }}>{field}</div>
        {tools}
      </Group>
    );
  }
  return (
    <Paper withBorder p="xs">
      <Group justify="flex-end" gap={0} mb={4}>
        {tools}
      </Group>
      {field}
    </Paper>
  );
}
