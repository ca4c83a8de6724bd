import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { FormSelect } from "../../frame/choosers/message-templates/form-select.tsx";
import { useForms } from "../../frame/choosers/message-templates/use-forms.ts";
import { useFault } from "../inspector/context.ts";
import { textOf } from "../steps/summary.ts";
import type { InputProps } from "./input-props.ts";

/** A form, chosen from the account's list; by its number where there is no list. */
export function MessageFormSelect({ label, path, value, onChange, isReadOnly }: InputProps) {
  const { t } = useTranslation("messageTemplates");
  const fault = useFault(path);
  const forms = useForms();
  if (forms.data?.has_forms)
    return (
      <FormSelect forms={forms} chosen={textOf(value)} onChoose={onChange} isReadOnly={isReadOnly} error={fault} />
    );
  return (
    <TextInput
      label={label}
      placeholder={t("form.number")}
      value={textOf(value)}
      error={fault}
      readOnly={isReadOnly}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
