import { isStepType } from "@banter/core/flow/steps/index.ts";
import { Group, Text, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { DraftStep } from "../edit/draft.ts";
import { StepBadge } from "../steps/step-badge.tsx";
import { textOf } from "../steps/summary.ts";
import { useInspected } from "./context.ts";

/** The type of a step, and the name that its author may give it. */
export function StepHead({ step }: { step: DraftStep }) {
  const { t } = useTranslation("builder");
  const { set, isReadOnly } = useInspected();
  const title = t(`steps.${step.type}.title`);
  return (
    <Group gap="xs" wrap="nowrap" className="step-head">
      {isStepType(step.type) && <StepBadge type={step.type} />}
      <div>
        <h2 className="visually-hidden">{title}</h2>
        <TextInput
          variant="unstyled"
          className="step-name"
          aria-label={t("inspector.name")}
          placeholder={title}
          maxLength={60}
          value={textOf(step.name)}
          readOnly={isReadOnly}
          onChange={({ currentTarget }) => set(["name"], currentTarget.value === "" ? undefined : currentTarget.value)}
        />
        <Text size="xs" c="dimmed">
          {textOf(step.name) ? title : t(`steps.${step.type}.help`)}
        </Text>
      </div>
    </Group>
  );
}
