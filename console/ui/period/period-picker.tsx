import { Group, SegmentedControl, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Days, type PeriodName, type PeriodSearch, periodNames } from "./period.ts";

type Props = {
  chosen: PeriodSearch;
  days: Days;
  onChange: (period: PeriodSearch) => void;
  size?: "xs" | "sm";
};

/** Chooses a period that ends today, or any days. */
export function PeriodPicker({ chosen, days, onChange, size = "sm" }: Props) {
  const { t } = useTranslation("ui");
  const isGiven = chosen.from !== undefined;
  const [isCustom, setCustom] = useState(isGiven);
  const value = isCustom ? "custom" : (chosen.period ?? "28");
  const choose = (name: string) => {
    setCustom(name === "custom");
    onChange(name === "custom" ? { ...days } : { period: name as PeriodName });
  };
  const changeDay = (change: Partial<Days>) => {
    const changed = { ...days, ...change };
    if (changed.from && changed.to && changed.from <= changed.to) onChange(changed);
  };
  return (
    <Group gap="sm" align="flex-end" maw="100%">
      <SegmentedControl
        size={size}
        className="period-switch"
        maw="100%"
        style={{ overflowX: "auto" }}
        aria-label={t("period.label")}
        value={value}
        onChange={choose}
        data={[...periodNames, "custom" as const].map((name) => ({ value: name, label: t(`period.${name}`) }))}
      />
      {isCustom && (
        <Group gap="xs">
          <TextInput
            type="date"
            size={size}
            aria-label={t("period.from")}
            value={days.from}
            max={days.to}
            onChange={(event) => changeDay({ from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            size={size}
            aria-label={t("period.to")}
            value={days.to}
            min={days.from}
            onChange={(event) => changeDay({ to: event.currentTarget.value })}
          />
        </Group>
      )}
    </Group>
  );
}
