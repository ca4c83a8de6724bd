import { TextInput } from "@mantine/core";
import { useFault } from "../inspector/context.ts";
import { textOf } from "../steps/summary.ts";
import { emptied } from "./emptied.ts";
import type { InputProps } from "./input-props.ts";
import { TemplateField } from "./template-field.tsx";

export function LineInput(props: InputProps) {
  return props.form.template ? <TemplateField {...props} /> : <PlainInput {...props} />;
}

export function LongTextInput(props: InputProps) {
  return <TemplateField {...props} isLong />;
}

export function UrlInput(props: InputProps) {
  return props.form.template ? (
    <TemplateField {...props} placeholder="https://" />
  ) : (
    <PlainInput {...props} type="url" placeholder="https://" />
  );
}

export function PhoneInput(props: InputProps) {
  return <PlainInput {...props} type="tel" placeholder="+84901234567" />;
}

function PlainInput({
  form,
  label,
  path,
  value,
  onChange,
  isReadOnly,
  isBare: _,
  ...more
}: InputProps & { type?: string; placeholder?: string }) {
  const fault = useFault(path);
  return (
    <TextInput
      {...more}
      label={label}
      value={textOf(value)}
      error={fault}
      readOnly={isReadOnly}
      onChange={({ currentTarget }) => onChange(emptied(currentTarget.value, form.isOptional))}
    />
  );
}
