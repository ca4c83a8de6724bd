import { aiExits, intentIds } from "@banter/core/flow/ai/intent.ts";
import { isObject } from "@banter/core/model/json.ts";
import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Path } from "../../edit/draft.ts";
import { freshExitId } from "../../edit/exit-id.ts";
import { useInspected } from "../../inspector/context.ts";
import { Field } from "../../inspector/field.tsx";
import type { Form } from "../../steps/schema-form.ts";
import { RowList } from "../rows/row-list.tsx";

/** Wishes of customers. Each has an exit of its own on the canvas. */
export function IntentsEditor({ form, path, value }: { form: Form; path: Path; value: unknown }) {
  const { t } = useTranslation("builder");
  const { set } = useInspected();
  if (form.kind !== "list" || form.item.kind !== "object") return null;
  const fields = new Map(form.item.fields);
  const [name, description] = [fields.get("name"), fields.get("description")];
  return (
    <div>
      <RowList
        label={t("labels.intents")}
        items={Array.isArray(value) ? value : []}
        path={path}
        onChange={(next) => set(path, next.length > 0 ? next : undefined)}
        max={form.max ?? 20}
        blank={() => ({ id: freshExitId("intent", [...intentIds(value), ...aiExits]), name: "", description: "" })}
        add={{ label: t("aiForm.addIntent") }}
        nameOf={(index) => t("aiForm.intent", { place: index + 1 })}
      >
        {(intent, index) => {
          const holder = isObject(intent) ? intent : {};
          return (
            <>
              <div className="row-words bare">
                {name && (
                  <Field
                    form={name}
                    path={[...path, index, "name"]}
                    value={holder.name}
                    placeholder={t("aiForm.intentName")}
                  />
                )}
              </div>
              <div className="row-more bare">
                {description && (
                  <Field
                    form={description}
                    path={[...path, index, "description"]}
                    value={holder.description}
                    placeholder={t("aiForm.intentDescription")}
                  />
                )}
              </div>
            </>
          );
        }}
      </RowList>
      <Text size="xs" c="dimmed" mt={4}>
        {t("aiForm.intentsHelp")}
      </Text>
    </div>
  );
}
