import { MultiSelect, SimpleGrid, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { usePage } from "../../frame/use-page.ts";
import { fieldsQuery, tagsQuery } from "../../queries.ts";
import type { EditValues } from "../edit-values.ts";

/** The inputs of a customer's name, contact, tags and fields. */
export function CustomerInputs({ form }: { form: UseFormReturnType<EditValues> }) {
  const { t } = useTranslation("customers");
  const { t: ui } = useTranslation("ui");
  const { id: pageId } = usePage();
  const { data: tags = [] } = useQuery(tagsQuery(pageId));
  const { data: fields = [] } = useQuery(fieldsQuery(pageId));
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {(["first_name", "last_name", "email", "phone"] as const).map((name) => (
          <TextInput key={name} label={t(`profile.${name}`)} {...form.getInputProps(name)} />
        ))}
      </SimpleGrid>
      <MultiSelect
        label={t("profile.tags")}
        searchable
        data={tags.map(({ id, name }) => ({ value: String(id), label: name }))}
        clearButtonProps={{ "aria-label": ui("chips.clear") }}
        {...form.getInputProps("tags")}
      />
      {fields.length > 0 && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          {fields.map(({ name, label }) => (
            <TextInput
              key={name}
              label={label}
              value={form.values.fields[name] ?? ""}
              error={form.errors[`fields.${name}`]}
              onChange={(event) => {
                form.clearFieldError(`fields.${name}`);
                form.setFieldValue("fields", { ...form.values.fields, [name]: event.currentTarget.value });
              }}
            />
          ))}
        </SimpleGrid>
      )}
    </>
  );
}

/** `/fields/city` is the form's `fields.city`. */
export const inputAt = (path: string) => path.slice(1).replaceAll("/", ".").replace("add_tags", "tags");
