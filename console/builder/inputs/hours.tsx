import { Hours } from "@banter/core/model/time/hours.ts";
import { HoursInput } from "../../ui/hours-input.tsx";
import { FieldFault } from "../inspector/field-fault.tsx";
import type { InputProps } from "./input-props.ts";

export function WeekHoursInput({ form, label, path, value, onChange, isReadOnly }: InputProps) {
  return (
    <>
      <HoursInput
        label={label}
        value={Hours.safeParse(value).data ?? null}
        disabled={isReadOnly}
        onChange={(hours) => onChange(hours ?? (form.isOptional ? undefined : []))}
      />
      <FieldFault path={path} />
    </>
  );
}
