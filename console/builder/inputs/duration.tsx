import { Group, NumberInput, Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFault } from "../inspector/context.ts";
import { units } from "../steps/summary.ts";
import { durationUnit, type Unit } from "./duration-unit.ts";
import type { InputProps } from "./input-props.ts";

/** A setting in seconds. */
export function DurationInput({ form, label, path, value, onChange, isReadOnly }: InputProps) {
  const given = typeof value === "number" ? value : form.fallback;
  return (
    <DurationFields
      label={label}
      error={useFault(path)}
      least={form.isOptional ? 0 : 1}
      seconds={typeof given === "number" ? given : undefined}
      isReadOnly={isReadOnly}
      onChange={(seconds) => {
        if (seconds !== undefined || form.isOptional) onChange(seconds);
      }}
    />
  );
}

type Props = {
  label: string;
  error?: string | undefined;
  least: number;
  seconds: number | undefined;
  /** Undefined: the field has been emptied. */
  onChange: (seconds: number | undefined) => void;
  isReadOnly: boolean;
};

/** Seconds, shown in the largest unit without a remainder. */
export function DurationFields({ label, error, least, seconds, onChange, isReadOnly }: Props) {
  const { t } = useTranslation("builder");
  const [chosen, choose] = useState<Unit>();
  const [unit, size] = durationUnit(seconds, chosen);
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <NumberInput
        flex={1}
        label={label}
        error={error}
        min={least}
        allowNegative={false}
        allowDecimal={false}
        value={seconds === undefined ? "" : seconds / size}
        readOnly={isReadOnly}
        onChange={(count) => onChange(typeof count === "number" ? Math.round(count * size) : undefined)}
      />
      <Select
        flex={1}
        aria-label={t("inputs.unitOf", { label })}
        allowDeselect={false}
        data={units.map(([name]) => ({ value: name, label: t(`inputs.units.${name}`) }))}
        value={unit}
        readOnly={isReadOnly}
        onChange={(next) => {
          const found = units.find(([name]) => name === next);
          if (!found) return;
          choose(found[0]);
          if (seconds !== undefined) onChange(Math.round((seconds / size) * found[1]));
        }}
      />
    </Group>
  );
}
