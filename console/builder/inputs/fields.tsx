import { FieldType } from "@banter/core/model/custom-field.ts";
import { fieldNameOf } from "@banter/core/model/names.ts";
import { customerFields } from "@banter/core/model/variables.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { fieldsQuery } from "../../queries.ts";
import { useScene } from "../context.ts";
import { useFault } from "../inspector/context.ts";
import { CreatableSelect } from "./creatable-select.tsx";
import type { InputProps } from "./input-props.ts";

/** A custom field by its id. */
export function CustomFieldInput({ label, path, value, onChange, isReadOnly }: InputProps) {
  const { t } = useTranslation("builder");
  const fields = useFields();
  const types = useTypes();
  const fault = useFault(path);
  const create = useNewField(({ id }) => onChange(id));
  return (
    <CreatableSelect
      label={label}
      error={fault}
      placeholder={t("inputs.chooseField")}
      options={fields.map(({ id, label }) => ({ value: String(id), label }))}
      value={typeof value === "number" ? String(value) : null}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      onCreate={create}
      kinds={types}
      isReadOnly={isReadOnly}
    />
  );
}

/** A custom field or a built-in field of customers, by name. */
export function CustomerFieldInput({ form, label, path, value, onChange, isReadOnly }: InputProps) {
  const { t } = useTranslation("builder");
  const fields = useFields();
  const fault = useFault(path);
  const types = useTypes();
  const create = useNewField(({ name }) => onChange(name));
  const own = customerFields.map((name) => ({ value: name as string, label: t(`variables.names.${name}`) }));
  const custom = fields.map(({ name, label }) => ({ value: name, label }));
  return (
    <CreatableSelect
      label={label}
      error={fault}
      placeholder={t(form.isOptional ? "inputs.nowhereSaved" : "inputs.chooseField")}
      options={[...own, ...custom]}
      value={typeof value === "string" && value !== "" ? value : null}
      onChange={(name) => onChange(name ?? (form.isOptional ? undefined : ""))}
      onCreate={create}
      kinds={types}
      isReadOnly={isReadOnly}
    />
  );
}

function useFields() {
  return useQuery(fieldsQuery(useScene().page.id)).data ?? [];
}

function useTypes() {
  const { t } = useTranslation("fields");
  return FieldType.options.map((value) => ({ value, label: t(`type.${value}`) }));
}

type NewField = { id: number; name: string };

/** Creates a field of the type. The typed text becomes its label, and a valid name. */
function useNewField(then: (field: NewField) => void): (text: string, type: string) => void {
  const { page } = useScene();
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (body: { name: string; label: string | null; type: FieldType }) =>
      api("POST /pages/:page_id/fields", { params: { page_id: page.id }, body }),
    onSuccess: async (field) => {
      await queries.invalidateQueries({ queryKey: fieldsQuery(page.id).queryKey });
      then(field);
    },
  });
  return (text, type) => {
    const name = fieldNameOf(text);
    if (name !== undefined) mutate({ name, label: name === text ? null : text, type: FieldType.parse(type) });
  };
}
