import { customerFields } from "@banter/core/model/variables.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { fieldsQuery } from "../../queries.ts";
import { useScene } from "../context.ts";
import { useFault } from "../inspector/context.ts";
import { CreatableSelect } from "./creatable-select.tsx";
import { fieldNameOf } from "./field-name.ts";
import type { InputProps } from "./input-props.ts";

/** A custom field by its id. */
export function CustomFieldInput({ label, path, value, onChange, isReadOnly }: InputProps) {
  const { t } = useTranslation("builder");
  const { names } = useScene();
  const fault = useFault(path);
  const create = useNewField(({ id }) => onChange(id));
  return (
    <CreatableSelect
      label={label}
      error={fault}
      placeholder={t("inputs.chooseField")}
      options={[...names.field].map(([id, name]) => ({ value: String(id), label: name }))}
      value={typeof value === "number" ? String(value) : null}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      onCreate={create}
      isReadOnly={isReadOnly}
    />
  );
}

/** A custom field or a built-in field of customers, by name. */
export function CustomerFieldInput({ form, label, path, value, onChange, isReadOnly }: InputProps) {
  const { t } = useTranslation("builder");
  const { names } = useScene();
  const fault = useFault(path);
  const create = useNewField(({ name }) => onChange(name));
  const own = customerFields.map((name) => ({ value: name as string, label: t(`variables.names.${name}`) }));
  const custom = [...names.field.values()].map((name) => ({ value: name, label: name }));
  return (
    <CreatableSelect
      label={label}
      error={fault}
      placeholder={t(form.isOptional ? "inputs.nowhereSaved" : "inputs.chooseField")}
      options={[...own, ...custom]}
      value={typeof value === "string" && value !== "" ? value : null}
      onChange={(name) => onChange(name ?? (form.isOptional ? undefined : ""))}
      onCreate={create}
      isReadOnly={isReadOnly}
    />
  );
}

type NewField = { id: number; name: string };

/** Creates a text field. The typed text becomes a valid field name. */
function useNewField(then: (field: NewField) => void): (text: string) => void {
  const { page } = useScene();
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (name: string) =>
      api("POST /pages/:page_id/fields", { params: { page_id: page.id }, body: { name, type: "text" } }),
    onSuccess: async (field) => {
      await queries.invalidateQueries({ queryKey: fieldsQuery(page.id).queryKey });
      then(field);
    },
  });
  return (text) => {
    const name = fieldNameOf(text);
    if (name !== undefined) mutate(name);
  };
}
