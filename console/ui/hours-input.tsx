import { type Hours, type Weekday, weekdays } from "@banter/core/model/time/hours.ts";
import { ActionIcon, Button, Chip, Fieldset, Group, Paper, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

type Props = {
  label: string;
  description?: string;
  /** Null means always. */
  value: Hours | null;
  onChange: (hours: Hours | null) => void;
  disabled?: boolean;
  /** The words for no span, where nothing opens. */
  always?: string;
};
type Span = Hours[number];

const usual: Span = { days: ["mon", "tue", "wed", "thu", "fri"], from: "08:00", to: "17:30" };

/** Opening hours: time spans, each on some days of the week. No span means always. */
export function HoursInput({ label, description, value, onChange, disabled = false, always }: Props) {
  const { t } = useTranslation("ui");
  const spans = value ?? [];
  const change = (next: Hours) => onChange(next.length > 0 ? next : null);
  const replace = (index: number, span: Span) => change(spans.map((old, at) => (at === index ? span : old)));
  return (
    <Fieldset
      variant="unstyled"
      m={0}
      legend={label}
      disabled={disabled}
      styles={{
        legend: {
          fontSize: "var(--mantine-font-size-sm)",
          fontWeight: "var(--mantine-font-weight-medium)",
          marginBottom: 2,
          padding: 0,
        },
      }}
    >
      {description && (
        <Text c="dimmed" size="xs" mb="xs">
          {description}
        </Text>
      )}
      <Stack gap="sm">
        {spans.length === 0 && <Text size="sm">{always ?? t("hours.always")}</Text>}
        {spans.map((span, index) => (
          <OneSpan
            // biome-ignore lint/suspicious/noArrayIndexKey: spans have no id
            key={index}
            span={span}
            onChange={(next) => replace(index, next)}
            onRemove={() => change(spans.filter((_, at) => at !== index))}
          />
        ))}
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={disabled || spans.length >= 21}
            onClick={() => change([...spans, spans.at(-1) ?? usual])}
          >
            {t("hours.add")}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}

function OneSpan({ span, onChange, onRemove }: { span: Span; onChange: (span: Span) => void; onRemove: () => void }) {
  const { t } = useTranslation("ui");
  const setDays = (days: string[]) => {
    // A span needs a day, so the last one cannot be removed.
    if (days.length > 0) onChange({ ...span, days: weekdays.filter((day): day is Weekday => days.includes(day)) });
  };
  return (
    <Paper withBorder p="sm">
      <Stack gap="sm">
        <Chip.Group multiple value={span.days} onChange={setDays}>
          <Group gap={6}>
            {weekdays.map((day) => (
              <Chip key={day} value={day} size="xs">
                {t(`hours.days.${day}`)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <Group gap="sm" align="flex-end">
          <TextInput
            type="time"
            size="xs"
            label={t("hours.from")}
            value={span.from}
            onChange={({ currentTarget }) => currentTarget.value && onChange({ ...span, from: currentTarget.value })}
          />
          <TextInput
            type="time"
            size="xs"
            label={t("hours.to")}
            value={span.to}
            onChange={({ currentTarget }) => currentTarget.value && onChange({ ...span, to: currentTarget.value })}
          />
          <ActionIcon variant="subtle" color="gray" ml="auto" aria-label={t("hours.remove")} onClick={onRemove}>
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
        {span.to <= span.from && (
          <Text size="xs" c="dimmed">
            {span.to === span.from ? t("hours.wholeDay") : t("hours.overnight")}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
