import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "../../api.ts";
import { tagsQuery } from "../../queries.ts";
import { useScene } from "../context.ts";
import { useFault } from "../inspector/context.ts";
import { CreatableSelect } from "./creatable-select.tsx";
import type { InputProps } from "./input-props.ts";

export function TagInput({ label, path, value, onChange, isReadOnly }: InputProps) {
  const { t } = useTranslation("builder");
  const fault = useFault(path);
  const { page, names } = useScene();
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: (name: string) => api("POST /pages/:page_id/tags", { params: { page_id: page.id }, body: { name } }),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: tagsQuery(page.id).queryKey });
      onChange(id);
    },
  });
  return (
    <CreatableSelect
      label={label}
      error={fault}
      placeholder={t("inputs.chooseTag")}
      options={[...names.tag].map(([id, name]) => ({ value: String(id), label: name }))}
      value={typeof value === "number" ? String(value) : null}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      onCreate={(name) => create.mutate(name)}
      isReadOnly={isReadOnly}
    />
  );
}
