import { isRemark, isStepType, type StepTypeName } from "@banter/core/flow/steps/index.ts";
import { Group, Select, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { findOptions } from "../../frame/choosers/options-filter.ts";
import { useBuilder, useScene } from "../context.ts";
import { useInspected } from "../inspector/context.ts";
import { paletteTypes } from "../steps/palette-types.ts";
import { StepBadge } from "../steps/step-badge.tsx";
import { stepName } from "../steps/step-title.ts";

type Option = { value: string; label: string };

type Props = {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
  /** A new step of this type is wanted. */
  onNew: (type: StepTypeName) => void;
  /** Options that are no steps, such as a link. */
  others?: Option[];
  placeholder?: string;
  /** Says when the exit is taken. */
  description?: string | undefined;
  error?: string | undefined;
  /** Small and without a frame, below the words of a press. */
  isQuiet?: boolean;
  size?: "xs" | "sm";
};

const newStep = "new:";

/** One of the flow's steps, a new one, or something else that a press can do. */
export function StepSelect({ label, value, onChange, onNew, others = [], placeholder, ...more }: Props) {
  const { description, error, isQuiet = false, size = "sm" } = more;
  const { t } = useTranslation("builder");
  const { names } = useScene();
  const { stepId, isReadOnly } = useInspected();
  const draft = useBuilder(({ history }) => history.present);
  const steps = Object.entries(draft.steps)
    .filter(([id, step]) => !isRemark(step) && (id !== stepId || id === value))
    .map(([id, step]) => ({ value: id, label: stepName(step, names, t) }));
  const isKnown = value === null || [...steps, ...others].some((option) => option.value === value);
  const gone = isKnown ? [] : [{ value, label: t("inputs.gone", { name: value }) }];
  const fresh = paletteTypes
    .filter((type) => !isRemark({ type }))
    .map((type) => ({ value: newStep + type, label: t("targets.newStep", { type: t(`steps.${type}.title`) }) }));
  const groups = [
    { group: t("targets.others"), items: others },
    { group: t("targets.steps"), items: [...steps, ...gone] },
    { group: t("targets.new"), items: fresh },
  ];
  return (
    <Select
      label={label}
      description={description}
      error={error}
      size={size}
      {...(isQuiet && { variant: "unstyled", size: "xs", comboboxProps: { width: 280, position: "bottom-start" } })}
      searchable
      filter={findOptions}
      clearable={!isQuiet}
      selectFirstOptionOnChange
      placeholder={placeholder ?? t("inputs.nowhere")}
      nothingFoundMessage={t("inputs.nothing")}
      clearButtonProps={{ "aria-label": t("inputs.clear", { label }) }}
      data={groups.filter(({ items }) => items.length > 0)}
      value={value}
      readOnly={isReadOnly}
      renderOption={({ option }) => <OptionRow label={option.label} badge={badgeOf(option.value)} />}
      onChange={(next) => {
        const type = next?.startsWith(newStep) ? next.slice(newStep.length) : undefined;
        if (isStepType(type)) onNew(type);
        else onChange(next);
      }}
    />
  );

  function badgeOf(option: string): ReactNode {
    const type = option.startsWith(newStep) ? option.slice(newStep.length) : draft.steps[option]?.type;
    return isStepType(type) && <StepBadge type={type} size={20} />;
  }
}

function OptionRow({ label, badge }: { label: string; badge: ReactNode }) {
  return (
    <Group gap={8} wrap="nowrap" miw={0}>
      {badge}
      <Text size="sm" truncate>
        {label}
      </Text>
    </Group>
  );
}
