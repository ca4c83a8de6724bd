import { PasswordInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useFault } from "../inspector/context.ts";
import { textOf } from "../steps/summary.ts";
import { emptied } from "./emptied.ts";
import type { InputProps } from "./input-props.ts";

/** Hidden until the user shows it. */
export function SecretInput({ form, label, path, value, onChange, isReadOnly }: InputProps) {
  const { t } = useTranslation("builder");
  const fault = useFault(path);
  return (
    <PasswordInput
      label={label}
      value={textOf(value)}
      error={fault}
      readOnly={isReadOnly}
      autoComplete="off"
      visibilityToggleButtonProps={{ "aria-label": t("inputs.show") }}
      onChange={({ currentTarget }) => onChange(emptied(currentTarget.value, form.isOptional))}
    />
  );
}
