import { maxWaitSeconds } from "@banter/core/flow/audience/sequence.ts";
import { ActionIcon, Badge, Group, Paper, Stack, Text, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useScene } from "../../../builder/context.ts";
import { DurationFields } from "../../../builder/inputs/duration.tsx";
import { HoursInput } from "../../../ui/hours-input.tsx";
import { useSteps } from "../../draft-forms.tsx";
import { MessageOrFlow } from "../../message-or-flow.tsx";
import type { SequenceReport } from "../../queries.ts";
import type { Timing } from "./sequence-form.ts";

type Props = {
  place: number;
  timing: Timing;
  onChange: (timing: Timing) => void;
  /** Undefined for the only step. */
  onRemove: (() => void) | undefined;
  handle: ReactNode;
  numbers: SequenceReport["steps"][number] | undefined;
};

/** A step: when it comes, what it sends, and its numbers. */
export function StepCard({ place, timing, onChange, onRemove, handle, numbers }: Props) {
  const { t } = useTranslation("automation");
  const { builder } = useScene();
  const isReadOnly = !builder.canEdit;
  const isFlow = useSteps()[timing.id]?.type === "goto";
  return (
    <Paper withBorder p="md" component="section" aria-label={t("sequences.step", { place })}>
      <Stack gap="md">
        <Group gap="sm" wrap="nowrap">
          {handle}
          <Text fw={600} flex={1}>
            {t("sequences.step", { place })}
          </Text>
          {!isReadOnly && onRemove && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t("sequences.removeStep", { place })}
              onClick={onRemove}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
        {numbers && <Numbers numbers={numbers} isFlow={isFlow} />}
        <DurationFields
          label={t(place === 1 ? "sequences.waitFirst" : "sequences.wait")}
          least={0}
          seconds={timing.wait_seconds}
          isReadOnly={isReadOnly}
          onChange={(seconds = 0) => onChange({ ...timing, wait_seconds: Math.min(seconds, maxWaitSeconds) })}
        />
        <HoursInput
          label={t("sequences.hours")}
          description={t("sequences.hoursHelp")}
          always={t("sequences.anyTime")}
          value={timing.within ?? null}
          disabled={isReadOnly}
          onChange={(within) => {
            const { within: _, ...others } = timing;
            onChange(within ? { ...others, within } : others);
          }}
        />
        <MessageOrFlow id={timing.id} label={t("sequences.kind")} />
        {!isFlow && (
          <TextInput
            label={t("sequences.unsubscribe")}
            description={t("sequences.unsubscribeHelp")}
            maxLength={20}
            value={timing.unsubscribe}
            readOnly={isReadOnly}
            onChange={({ currentTarget: { value } }) => onChange({ ...timing, unsubscribe: value })}
          />
        )}
      </Stack>
    </Paper>
  );
}

/** Numbers that are zero tell nothing, but that of the messages sent. */
function Numbers({ numbers, isFlow }: { numbers: NonNullable<Props["numbers"]>; isFlow: boolean }) {
  const { t } = useTranslation("automation");
  const { reached, sent, delivered, seen, clicked, answered, left } = numbers;
  const skipped = Object.values(numbers.skipped).reduce((sum, count) => sum + count, 0);
  const first = isFlow ? ({ reached } as const) : ({ sent, delivered, seen, clicked } as const);
  const shown = Object.entries({ ...first, answered, left, skipped }).filter(
    ([name, count]) => count > 0 || name === "sent" || name === "reached",
  );
  return (
    <Group gap={6}>
      {shown.map(([name, count]) => (
        <Badge key={name} variant="light" color={name === "skipped" ? "orange" : "gray"} tt="none">
          {t(`sequences.numbers.${name}`, { count })}
        </Badge>
      ))}
    </Group>
  );
}
