import { Group, NumberInput, Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFault } from "../inspector/context.ts";
import { units } from "../steps/summary.ts";
import { durationUnit, type Unit } from "./duration-unit.ts";
import type { InputProps } from "./input-props.ts";

/** Seconds, shown in the largest unit without a remainder. */
export function DurationInput({ form, label, path, value, onChange, isReadOnly }: InputProps) {
  const { t } = useTranslation("builder");
  const fault = useFault(path);
  const given = typeof value === "number" ? value : form.fallback;
  const seconds = typeof given === "number" ? given : undefined;
  const [chosen, choose] = useState<Unit>();
  const [unit, size] = durationUnit(seconds, chosen);
  const set = (count: number | string, of: number) => {
    if (typeof count === "number") onChange(Math.round(count * of));
    else if (count === "" && form.isOptional) onChange(undefined);
  };
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <NumberInput
        flex={1}
        label={label}
        error={fault}
        min={form.isOptional ? 0 : 1}
        allowNegative={false}
        allowDecimal={false}
        value={seconds === undefined ? "" : seconds / size}
        readOnly={isReadOnly}
        onChange={(count) => set(count, size)}
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
          if (seconds !== undefined) set(seconds / size, found[1]);
        }}
      />
    </Group>
  );
}
