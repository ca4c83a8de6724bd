import type { MessageTemplate } from "@banter/core/model/content/message-template.ts";
import { contentOf, placesOf } from "@banter/core/model/content/template-places.ts";
import { Button, Fieldset, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { TemplateSelect } from "../../frame/choosers/message-templates/template-select.tsx";
import { usePlaceWords } from "../../frame/choosers/message-templates/use-place-words.ts";
import { useTemplates } from "../../frame/choosers/message-templates/use-templates.ts";
import type { Spec } from "../queries.ts";

type Value = NonNullable<Spec["outside"]> | null;
type Props = { value: Value; onChange: (value: Value) => void };

/** For customers whose messaging window is closed. Only on platforms with templates. */
export function OutsideTemplate({ value, onChange }: Props) {
  const { t } = useTranslation("audience");
  const templates = useTemplates();
  if (!templates.data?.has_templates) return null;
  return (
    <Fieldset legend={t("outside.title")}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t("outside.help")}
        </Text>
        {value ? (
          <Group justify="space-between">
            <Text size="sm">{t("outside.chosen", { name: nameOf(value) })}</Text>
            <Button size="compact-sm" variant="default" onClick={() => onChange(null)}>
              {t("outside.remove")}
            </Button>
          </Group>
        ) : (
          <Choice templates={templates} onChoose={onChange} />
        )}
      </Stack>
    </Fieldset>
  );
}

function nameOf({ messages }: NonNullable<Value>): string {
  const [message] = messages as { template?: { name?: string } }[];
  return message?.template?.name ?? "";
}

function Choice({
  templates,
  onChoose,
}: {
  templates: ReturnType<typeof useTemplates>;
  onChoose: (value: NonNullable<Value>) => void;
}) {
  const { t } = useTranslation("audience");
  const wordsOf = usePlaceWords();
  const [template, setTemplate] = useState<MessageTemplate>();
  const [values, setValues] = useState<Record<string, string>>({});
  const places = placesOf(template?.parts ?? []);
  const isWhole = template !== undefined && places.every(({ id, isOptional }) => isOptional || values[id]?.trim());
  return (
    <>
      <TemplateSelect
        templates={templates}
        chosen={template}
        onChoose={(next) => {
          setTemplate(next);
          setValues({});
        }}
      />
      {places.map((place) => {
        const { label, help } = wordsOf(place);
        return (
          <TextInput
            key={place.id}
            label={label}
            description={help}
            required={!place.isOptional}
            maxLength={2000}
            value={values[place.id] ?? ""}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setValues((before) => ({ ...before, [place.id]: value }));
            }}
          />
        );
      })}
      <Button
        size="compact-sm"
        variant="default"
        style={{ alignSelf: "flex-start" }}
        disabled={!isWhole}
        onClick={() => template && onChoose({ messages: [contentOf(template, values)] })}
      >
        {t("outside.use")}
      </Button>
    </>
  );
}
