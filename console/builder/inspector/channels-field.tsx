import { MultiSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useInspected } from "./context.ts";

type Props = { options: string[]; label: string; value: readonly unknown[]; onChange: (value: string[]) => void };

/** Some of a few fixed words. */
export function ChannelsField({ options, label, value, onChange }: Props) {
  const { t } = useTranslation("builder");
  const { isReadOnly } = useInspected();
  return (
    <MultiSelect
      label={label}
      data={options.map((option) => ({ value: option, label: t(`options.${option}`, { defaultValue: option }) }))}
      value={value.filter((each): each is string => typeof each === "string" && options.includes(each))}
      readOnly={isReadOnly}
      onChange={onChange}
    />
  );
}
