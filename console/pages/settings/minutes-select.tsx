import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";

type Props = {
  label: string;
  description: string;
  /** The words for no end. */
  noneLabel: string;
  disabled: boolean;
  /** The times that are offered. */
  usual?: number[];
  value?: number | null;
  onChange?: (minutes: number | null) => void;
};

const usualMinutes = [5, 15, 30, 60, 120, 240, 480, 720, 1440, 2880, 4320, 10_080];

/** A time in usual steps, or none. A time that was set by other means is offered too. */
export function MinutesSelect({ noneLabel, usual = usualMinutes, value = null, onChange, ...props }: Props) {
  const { i18n } = useTranslation();
  const offered = value === null || usual.includes(value) ? usual : [...usual, value].sort((one, other) => one - other);
  return (
    <Select
      {...props}
      allowDeselect={false}
      data={[
        ...offered.map((minutes) => ({ value: String(minutes), label: minutesText(minutes, i18n.language) })),
        { value: "none", label: noneLabel },
      ]}
      value={value === null ? "none" : String(value)}
      onChange={(chosen) => onChange?.(chosen === "none" || chosen === null ? null : Number(chosen))}
    />
  );
}

function minutesText(minutes: number, language: string): string {
  const [count, unit] =
    minutes % 1440 === 0 ? [minutes / 1440, "day"] : minutes % 60 === 0 ? [minutes / 60, "hour"] : [minutes, "minute"];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count);
}
