import { formFacts, isFormFact } from "@banter/core/model/content/prechat-form.ts";
import type { FieldType } from "@banter/core/model/custom-field.ts";
import { ActionIcon, Group, Paper, Select, Stack, Switch, Text } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { type ReactNode, useContext } from "react";
import { useTranslation } from "react-i18next";
import { Chips } from "../../ui/chips.tsx";
import { Section } from "../../ui/screen.tsx";
import { SortableList } from "../../ui/sorting/sortable-list.tsx";
import type { FormField } from "./form-draft.ts";
import type { FormSection } from "./section.ts";
import { LanguageContext, WordsInput } from "./words-input.tsx";

type CustomField = { name: string; label: string; type: FieldType };

const maxFields = 10;

/** The questions of the form, in order. */
export function FieldsSection({ form, faults, disabled, change, custom }: FormSection & { custom: CustomField[] }) {
  const { t } = useTranslation("prechat");
  const language = useContext(LanguageContext);
  const { fields } = form;
  const nameOf = (field: string) =>
    isFormFact(field) ? t(`facts.${field}`) : (custom.find(({ name }) => name === field)?.label ?? field);
  const free = [...formFacts, ...custom.map(({ name }) => name)].filter(
    (name) => !fields.some(({ field }) => field === name),
  );
  const replace = (index: number, field: FormField) => change({ fields: fields.with(index, field) });
  return (
    <Paper withBorder p="lg">
      <Section title={t("fields.title")} help={t("fields.help")}>
        <SortableList
          items={fields}
          keyOf={({ field }) => field}
          nameOf={({ field }) => nameOf(field)}
          onReorder={(sorted) => change({ fields: sorted })}
          disabled={disabled}
          render={(field, handle, index) => (
            <FieldCard
              field={field}
              name={nameOf(field.field)}
              own={isFormFact(field.field) ? t(`facts.${field.field}`, { lng: language }) : nameOf(field.field)}
              type={custom.find(({ name }) => name === field.field)?.type}
              choicesFault={faults.has(`fields.${index}.choices`) && t("fields.choicesFault")}
              {...{ handle, disabled }}
              onChange={(changed) => replace(index, changed)}
              onRemove={() => change({ fields: fields.toSpliced(index, 1) })}
            />
          )}
        />
        {faults.has("fields") && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {t("fields.none")}
          </Text>
        )}
        {!disabled && fields.length < maxFields && free.length > 0 && (
          <Select
            label={t("fields.add")}
            placeholder={t("fields.choose")}
            searchable
            data={free.map((name) => ({ value: name, label: nameOf(name) }))}
            value={null}
            onChange={(name) => name && change({ fields: [...fields, { field: name, is_required: false }] })}
          />
        )}
      </Section>
    </Paper>
  );
}

type CardProps = {
  field: FormField;
  name: string;
  /** The label that visitors read if the owner writes none. */
  own: string;
  /** Of a custom field. */
  type: FieldType | undefined;
  choicesFault: string | false;
  handle: ReactNode;
  disabled: boolean;
  onChange: (field: FormField) => void;
  onRemove: () => void;
};

function FieldCard({ field, name, own, type, choicesFault, handle, disabled, onChange, onRemove }: CardProps) {
  const { t } = useTranslation("prechat");
  return (
    <Paper withBorder p="sm" role="group" aria-label={name}>
      <Stack gap="sm">
        <Group gap="xs" wrap="nowrap">
          {handle}
          <Text fw={600} flex={1} style={{ overflowWrap: "anywhere" }}>
            {name}
          </Text>
          <Switch
            label={t("fields.required")}
            disabled={disabled}
            checked={field.is_required}
            onChange={(event) => onChange({ ...field, is_required: event.currentTarget.checked })}
          />
          {!disabled && (
            <ActionIcon variant="subtle" color="gray" aria-label={t("fields.remove", { name })} onClick={onRemove}>
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
        <WordsInput
          label={t("fields.label")}
          own={own}
          max={80}
          disabled={disabled}
          value={field.label}
          onChange={(label) => onChange({ ...field, label })}
        />
        {type === "text" && (
          <Chips
            label={t("fields.choices")}
            description={t("fields.choicesHelp")}
            maxTags={30}
            disabled={disabled}
            error={choicesFault || undefined}
            value={field.choices ?? []}
            onChange={(choices) => onChange({ ...field, choices })}
          />
        )}
      </Stack>
    </Paper>
  );
}
