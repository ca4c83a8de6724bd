import { TextInput } from "@mantine/core";
import { useFault } from "../inspector/context.ts";
import { textOf } from "../steps/summary.ts";
import { emptied } from "./emptied.ts";
import type { InputProps } from "./input-props.ts";

/** A date and time in the customer's time zone. */
export function DateTimeInput({ form, label, path, value, onChange, isReadOnly }: InputProps) {
  const fault = useFault(path);
  return (
    <TextInput
      type="datetime-local"
      label={label}
      value={textOf(value)}
      error={fault}
      readOnly={isReadOnly}
      onChange={({ currentTarget }) => onChange(emptied(currentTarget.value.slice(0, 16), form.isOptional))}
    />
  );
}
