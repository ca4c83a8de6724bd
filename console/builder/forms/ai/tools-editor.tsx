import { isObject } from "@banter/core/model/json.ts";
import { Button, Checkbox, Input, Stack } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useScene } from "../../context.ts";
import type { Path } from "../../edit/draft.ts";
import { blankOption } from "../../edit/new-step.ts";
import { useInspected } from "../../inspector/context.ts";
import { Field } from "../../inspector/field.tsx";
import { FieldFault } from "../../inspector/field-fault.tsx";
import { RemoveButton } from "../../inspector/remove-button.tsx";
import type { Form } from "../../steps/schema-form.ts";

type Tool = { tool: unknown; index: number };

/** A person is asked, and fields are read, in one way only. */
const onlyOnce = ["hand_over", "look_up"];

/** The tools that the model may use, each a box to tick. Nothing that is not ticked can be done. */
export function ToolsEditor({ form, path, value }: { form: Form; path: Path; value: unknown }) {
  const { t } = useTranslation("builder");
  const { builder } = useScene();
  const { stepId, set, isReadOnly } = useInspected();
  if (form.kind !== "list" || form.item.kind !== "union") return null;
  const { discriminator, options } = form.item;
  const tools: unknown[] = Array.isArray(value) ? value : [];
  const kindOf = (tool: unknown) => (isObject(tool) ? tool[discriminator] : undefined);
  const isFull = tools.length >= (form.max ?? 20);
  const change = (next: unknown[]) => set(path, next.length > 0 ? next : undefined);
  const add = (option: [string, Form]) => {
    builder.markNew(stepId, [...path, tools.length]);
    change([...tools, blankOption(discriminator, option)]);
  };
  return (
    <Stack gap="xs" role="group" aria-label={t("aiForm.tools")}>
      <Input.Label labelElement="div">{t("aiForm.tools")}</Input.Label>
      <FieldFault path={path} />
      {options.map((option) => {
        const [kind, settings] = option;
        const own = tools.map((tool, index) => ({ tool, index })).filter(({ tool }) => kindOf(tool) === kind);
        return (
          <Stack key={kind} gap={6}>
            <Checkbox
              label={t(`aiForm.kinds.${kind}.title`)}
              description={t(`aiForm.kinds.${kind}.help`)}
              checked={own.length > 0}
              disabled={isReadOnly || (isFull && own.length === 0)}
              onChange={({ currentTarget }) =>
                currentTarget.checked ? add(option) : change(tools.filter((tool) => kindOf(tool) !== kind))
              }
            />
            {own.length > 0 && (
              <Stack gap={6} ps={32}>
                {own.map((each, place) => (
                  <ToolRow
                    key={each.index}
                    form={settings}
                    path={[...path, each.index]}
                    tool={each}
                    name={t("aiForm.tool", { kind: t(`aiForm.kinds.${kind}.title`), place: place + 1 })}
                    onRemove={own.length > 1 ? () => change(tools.toSpliced(each.index, 1)) : undefined}
                  />
                ))}
                {!isReadOnly && !isFull && !onlyOnce.includes(kind) && (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color="gray"
                    className="row-add"
                    leftSection={<IconPlus size={14} aria-hidden />}
                    onClick={() => add(option)}
                  >
                    {t(`aiForm.kinds.${kind}.add`)}
                  </Button>
                )}
              </Stack>
            )}
          </Stack>
        );
      })}
    </Stack>
  );
}

type RowProps = { form: Form; path: Path; tool: Tool; name: string; onRemove: (() => void) | undefined };

function ToolRow({ form, path, tool: { tool }, name, onRemove }: RowProps) {
  const { isReadOnly } = useInspected();
  const holder = isObject(tool) ? tool : {};
  const fields = form.kind === "object" ? form.fields : [];
  return (
    <fieldset className="form-row" aria-label={name}>
      <div className="row-words">
        <Stack gap="xs">
          {fields.map(([key, field]) => (
            <Field key={key} form={field} path={[...path, key]} value={holder[key]} />
          ))}
        </Stack>
      </div>
      {!isReadOnly && onRemove && (
        <div className="row-tools">
          <RemoveButton name={name} onClick={onRemove} />
        </div>
      )}
    </fieldset>
  );
}
