import type { KeywordMatch } from "@banter/core/model/keyword.ts";
import { SegmentedControl, Select, Switch, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { Chips } from "../ui/chips.tsx";
import { type KeywordFields, nameOf } from "./keyword.ts";
import { keywordFaults } from "./keyword-faults.ts";
import { Phrases } from "./phrases.tsx";

type Form = UseFormReturnType<KeywordFields>;

/** A missing name is reported only after an attempt to save. */
export function NameInput({ form, readOnly }: { form: Form; readOnly: boolean }) {
  const { t } = useTranslation("keywords");
  const name = nameOf(form.values);
  const fault = keywordFaults(form.values).name;
  const isShown = fault !== undefined && (fault !== "nameless" || form.errors.name !== undefined);
  return (
    <TextInput
      label={t("editor.name")}
      description={t("editor.nameHelp")}
      placeholder={name}
      readOnly={readOnly}
      {...form.getInputProps("name")}
      error={isShown ? t(`editor.${fault}`) : undefined}
    />
  );
}

/** The phrases and how they are matched. */
export function MatchInputs({ form, disabled }: { form: Form; disabled: boolean }) {
  const { t } = useTranslation("keywords");
  const { match, phrases, typos } = form.values;
  const isPattern = match === "regex";
  return (
    <>
      <Select
        label={t("editor.match")}
        data={order.map((one) => ({ value: one, label: t(`match.${one}`) }))}
        allowDeselect={false}
        disabled={disabled}
        {...form.getInputProps("match")}
      />
      <Text size="sm" c="dimmed">
        {t(`matchHelp.${match}`)} {t(`matchExample.${match}`)}
      </Text>
      <Phrases
        match={match}
        phrases={phrases}
        disabled={disabled}
        onChange={(changed) => form.setFieldValue("phrases", changed)}
      />
      {phrases.length > 1 && <RequireInput form={form} disabled={disabled} />}
      <Chips
        label={t("editor.excludes")}
        description={t("editor.excludesHelp")}
        maxTags={200}
        disabled={disabled}
        {...form.getInputProps("excludes")}
      />
      <Switch
        label={t("editor.typos")}
        description={isPattern ? t("editor.typosRegex") : t("editor.typosHelp")}
        checked={typos && !isPattern}
        disabled={disabled || isPattern}
        onChange={(event) => form.setFieldValue("typos", event.currentTarget.checked)}
      />
    </>
  );
}

function RequireInput({ form, disabled }: { form: Form; disabled: boolean }) {
  const { t } = useTranslation("keywords");
  return (
    <div>
      <Text size="sm" fw={600} mb={4} id="keyword-require">
        {t("editor.require")}
      </Text>
      <SegmentedControl
        aria-labelledby="keyword-require"
        data={[
          { value: "any", label: t("editor.any") },
          { value: "all", label: t("editor.all") },
        ]}
        value={form.values.require}
        disabled={disabled}
        onChange={(value) => form.setFieldValue("require", value === "all" ? "all" : "any")}
      />
    </div>
  );
}

/** The most useful first. */
const order = ["contains_word", "is", "contains", "begins", "ends", "regex"] as const satisfies KeywordMatch[];
