import { Group, NumberInput, Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { inUnit, maxIn, type Unit, unitOf, units } from "./repeat-unit.ts";

type Props = { seconds: number; onChange: (seconds: number) => void; disabled: boolean };

/** The pause after a default reply, per customer. 0 answers every time. */
export function RepeatInput({ seconds, onChange, disabled }: Props) {
  const { t } = useTranslation("pages");
  const [unit, setUnit] = useState<Unit>(() => unitOf(seconds));
  return (
    <Group align="flex-end" gap="sm">
      <NumberInput
        label={t("general.repeat")}
        description={t("general.repeatHelp")}
        min={0}
        max={maxIn(unit)}
        allowDecimal={false}
        disabled={disabled}
        value={Math.round(seconds / units[unit])}
        onChange={(value) => onChange((Number(value) || 0) * units[unit])}
        flex="1 1 220px"
      />
      <Select
        aria-label={t("general.repeatUnit")}
        allowDeselect={false}
        disabled={disabled}
        w={130}
        data={Object.keys(units).map((value) => ({ value, label: t(`units.${value}`) }))}
        value={unit}
        onChange={(chosen) => {
          const next = (chosen ?? unit) as Unit;
          setUnit(next);
          onChange(inUnit(seconds, unit, next));
        }}
      />
    </Group>
  );
}
