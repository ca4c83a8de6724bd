import { StepButton } from "@banter/core/model/content/button.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import { Button, Group, Paper, Select, Stack } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Path } from "../edit/draft.ts";
import { useInspected } from "../inspector/context.ts";
import { Field } from "../inspector/field.tsx";
import { ItemTools } from "../inspector/item-tools.tsx";
import { listOf, wordsOf } from "../steps/exits.ts";
import { describe, type Form } from "../steps/schema-form.ts";
import { textKeyOf, withKind } from "./button-kind.ts";

/** The buttons of a message or card. A new one leads to a step, so that it has a handle on the canvas. */
export function ButtonsEditor({ path, value, of }: { path: Path; value: unknown; of: string }) {
  const { t } = useTranslation("builder");
  const { set, isReadOnly } = useInspected();
  const buttons: unknown[] = Array.isArray(value) ? value : [];
  const change = (next: unknown[]) => set(path, next.length > 0 ? next : undefined);
  return (
    <Stack gap={6}>
      {listOf(buttons).map(([button, index]) => (
        <Pressable
          key={index}
          item={button}
          path={[...path, index]}
          form={describe(StepButton)}
          words="title"
          name={t("content.button", { place: index + 1, of })}
          tools={
            <ItemTools items={buttons} index={index} name={wordsOf(button) || t("content.aButton")} onChange={change} />
          }
        />
      ))}
      {!isReadOnly && buttons.length < 3 && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          aria-label={t("content.addButtonTo", { of })}
          onClick={() => change([...buttons, { type: "step", title: "", step: null }])}
        >
          {t("content.addButton")}
        </Button>
      )}
    </Stack>
  );
}

type PressableProps = {
  item: JsonObject;
  path: Path;
  form: Form;
  /** The usual key of its text. */
  words: "title" | "caption";
  name: string;
  tools: React.ReactNode;
};

/** A button or quick reply: its text, kind and target. */
export function Pressable({ item, path, form, words, name, tools }: PressableProps) {
  const { t } = useTranslation("builder");
  const { set, isReadOnly } = useInspected();
  const options = form.kind === "union" ? form.options : [];
  const chosen = options.find(([type]) => type === item.type)?.[1];
  const fields = chosen?.kind === "object" ? chosen.fields : [];
  const wordsKey = textKeyOf(item, words);
  const wordsForm = fields.find(([key]) => key === wordsKey)?.[1];
  return (
    <Paper withBorder p={6} component="section" aria-label={name} className="pressable">
      <Stack gap={6}>
        <Group gap={4} wrap="nowrap" align="flex-end">
          <div style={{ flex: 1, minWidth: 0 }}>
            {wordsForm ? (
              <Field
                form={{ ...wordsForm, isOptional: false } as Form}
                path={[...path, wordsKey]}
                value={item[wordsKey]}
              />
            ) : null}
          </div>
          {!isReadOnly && tools}
        </Group>
        <Select
          aria-label={t("content.kindOf", { name })}
          allowDeselect={false}
          data={options.map(([type]) => ({ value: type, label: t(`presses.${type}`) }))}
          value={typeof item.type === "string" ? item.type : null}
          readOnly={isReadOnly}
          onChange={(type) => type && set(path, withKind(item, type, wordsKey))}
        />
        {fields
          .filter(([key]) => key !== "title" && key !== "caption")
          .map(([key, field]) => (
            <Field key={key} form={field} path={[...path, key]} value={item[key]} />
          ))}
      </Stack>
    </Paper>
  );
}
