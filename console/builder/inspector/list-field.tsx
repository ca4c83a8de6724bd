import { Button, Fieldset, Group, Paper, Stack } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Path } from "../edit/draft.ts";
import { blankOf } from "../edit/new-step.ts";
import type { Form, FormOf } from "../steps/schema-form.ts";
import { ChannelsField } from "./channels-field.tsx";
import { useInspected } from "./context.ts";
import { Field } from "./field.tsx";
import { ItemTools } from "./item-tools.tsx";

/** Several of a kind: added, taken away and put in order. */
export function ListField({
  form,
  path,
  value,
  label,
}: {
  form: FormOf<"list">;
  path: Path;
  value: unknown;
  label: string;
}) {
  const { t } = useTranslation("builder");
  const { set, isReadOnly } = useInspected();
  const given = value ?? form.fallback;
  const items: unknown[] = Array.isArray(given) ? given : [];
  if (form.item.kind === "choice") {
    return (
      <ChannelsField options={form.item.options} label={label} value={items} onChange={(next) => set(path, next)} />
    );
  }
  const isFull = form.max !== undefined && items.length >= form.max;
  return (
    <Fieldset legend={label} p="sm" className="list-field">
      <Stack gap="xs">
        {items.map((item, index) => (
          <Item
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no other name than their place
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

/** A text beside its tools; anything larger in a box below them. */
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
