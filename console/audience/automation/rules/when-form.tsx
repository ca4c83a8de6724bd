import type { RuleWhen } from "@banter/core/flow/audience/page-rule.ts";
import { customerFields } from "@banter/core/model/variables.ts";
import { Group, NumberInput, Select, Stack, Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useMay, usePage } from "../../../frame/use-page.ts";
import { fieldsQuery, hooksQuery, sequencesQuery, tagsQuery } from "../../../queries.ts";
import { blankWhen, whenTypes } from "./rule-form.ts";

type Props<When extends RuleWhen = RuleWhen> = { when: When; onChange: (when: RuleWhen) => void };

/** The happening that the rule waits for. */
export function WhenForm({ when, onChange }: Props) {
  const { t } = useTranslation("automation");
  const mayBuild = useMay("build");
  return (
    <Stack gap="sm">
      <Select
        label={t("rules.when.label")}
        allowDeselect={false}
        readOnly={!mayBuild}
        data={whenTypes.map((type) => ({ value: type, label: t(`rules.when.${type}`) }))}
        value={when.type}
        onChange={(type) => type && onChange(blankWhen(type as RuleWhen["type"]))}
      />
      <WhenSettings when={when} onChange={onChange} />
    </Stack>
  );
}

function WhenSettings({ when, onChange }: Props) {
  const { t } = useTranslation("automation");
  const mayBuild = useMay("build");
  const { id: pageId } = usePage();
  const { data: tags = [] } = useQuery(tagsQuery(pageId));
  const { data: sequences = [] } = useQuery(sequencesQuery(pageId));
  const { data: hooks = [] } = useQuery({ ...hooksQuery(pageId), enabled: when.type === "incoming_hook" });
  const idSelect = (label: string, things: readonly { id: number; name: string }[], value: number | null) => ({
    ...{ label, searchable: true, required: true, readOnly: !mayBuild, placeholder: t("rules.choose") },
    data: things.map(({ id, name }) => ({ value: String(id), label: name })),
    value: value === null ? null : String(value),
  });
  switch (when.type) {
    case "tag_added":
    case "tag_removed":
      return (
        <Select
          {...idSelect(t("rules.tag"), tags, when.tag_id)}
          onChange={(id) => onChange({ ...when, tag_id: id === null ? null : Number(id) })}
        />
      );
    case "sequence_finished":
      return (
        <Select
          {...idSelect(t("rules.sequence"), sequences, when.sequence_id)}
          onChange={(id) => onChange({ ...when, sequence_id: id === null ? null : Number(id) })}
        />
      );
    case "field_changed":
      return <FieldSelect value={when.field} onChange={(field) => onChange({ ...when, field })} />;
    case "no_answer":
      return (
        <NumberInput
          label={t("rules.hours")}
          description={t("rules.hoursHelp")}
          min={1}
          max={24 * 90}
          allowDecimal={false}
          value={when.hours}
          readOnly={!mayBuild}
          maw={240}
          onChange={(hours) => typeof hours === "number" && onChange({ ...when, hours })}
        />
      );
    case "goal":
      return (
        <TextInput
          label={t("rules.goal")}
          description={t("rules.goalHelp")}
          required
          maxLength={80}
          readOnly={!mayBuild}
          value={when.goal}
          onChange={({ currentTarget: { value } }) => onChange({ ...when, goal: value })}
        />
      );
    case "incoming_hook":
      return (
        <Select
          {...idSelect(t("rules.hook"), hooks, when.hook_id)}
          description={t("rules.hooks")}
          onChange={(id) => onChange({ ...when, hook_id: id === null ? null : Number(id) })}
        />
      );
    case "date":
      return <DateSettings when={when} onChange={onChange} />;
    default:
      return null;
  }
}

function DateSettings({ when, onChange }: Props<Extract<RuleWhen, { type: "date" }>>) {
  const { t } = useTranslation("automation");
  const mayBuild = useMay("build");
  const side = when.days < 0 ? "before" : when.days > 0 ? "after" : "on";
  const count = Math.abs(when.days);
  const set = (of: string | null, days: number) =>
    onChange({ ...when, days: of === "on" ? 0 : (of === "before" ? -1 : 1) * Math.max(days, 1) });
  return (
    <Stack gap="sm">
      <FieldSelect onlyDates value={when.field} onChange={(field) => onChange({ ...when, field })} />
      <Group gap="sm" align="flex-end">
        <Select
          label={t("rules.day")}
          allowDeselect={false}
          readOnly={!mayBuild}
          data={["on", "before", "after"].map((value) => ({ value, label: t(`rules.days.${value}`) }))}
          value={side}
          onChange={(next) => set(next, count)}
        />
        {side !== "on" && (
          <NumberInput
            label={t("rules.dayCount")}
            min={1}
            max={365}
            allowDecimal={false}
            value={count}
            readOnly={!mayBuild}
            w={110}
            onChange={(days) => typeof days === "number" && set(side, days)}
          />
        )}
        <TextInput
          type="time"
          label={t("rules.at")}
          value={when.at}
          readOnly={!mayBuild}
          onChange={({ currentTarget: { value } }) => value && onChange({ ...when, at: value })}
        />
      </Group>
      <Switch
        label={t("rules.everyYear")}
        checked={when.every_year}
        disabled={!mayBuild}
        onChange={({ currentTarget: { checked } }) => onChange({ ...when, every_year: checked })}
      />
    </Stack>
  );
}

type FieldProps = { value: string; onChange: (field: string) => void; onlyDates?: boolean };

function FieldSelect({ value, onChange, onlyDates = false }: FieldProps) {
  const { t } = useTranslation(["automation", "builder"]);
  const mayBuild = useMay("build");
  const { data: fields = [] } = useQuery(fieldsQuery(usePage().id));
  const custom = fields.filter(({ type }) => !onlyDates || type === "date" || type === "text");
  const own = onlyDates ? [] : customerFields;
  return (
    <Select
      label={t("rules.field")}
      placeholder={t("rules.choose")}
      searchable
      required
      readOnly={!mayBuild}
      data={[
        ...custom.map(({ name, label }) => ({ value: name, label })),
        ...own.map((name) => ({ value: name, label: t(`builder:variables.names.${name}`) })),
      ]}
      value={value === "" ? null : value}
      onChange={(field) => onChange(field ?? "")}
    />
  );
}
