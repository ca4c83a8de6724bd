import { channelFacts } from "@banter/core/channels/index.ts";
import { useTranslation } from "react-i18next";
import { usePage } from "../../frame/use-page.ts";
import type { Path } from "../edit/draft.ts";
import { blankOf } from "../edit/new-step.ts";
import { useInspected } from "../inspector/context.ts";
import { Field } from "../inspector/field.tsx";
import type { Form } from "../steps/schema-form.ts";
import { RowList } from "./rows/row-list.tsx";
import { UnionRow } from "./union-row.tsx";

type Props = { form: Form; path: Path; value: unknown; label?: string; isOptional?: boolean };

/** Things to do, in order: of an action step, or after the messages of content. */
export function ActionsEditor({ form, path, value, label, isOptional = false }: Props) {
  const { t } = useTranslation("builder");
  const { set } = useInspected();
  const { channel } = usePage();
  if (form.kind !== "list" || form.item.kind !== "union") return null;
  const { item, max = 20 } = form;
  const nameOf = (index: number) => t("forms.action", { place: index + 1 });
  return (
    <RowList
      label={label ?? t("forms.actions")}
      items={Array.isArray(value) ? value : []}
      path={path}
      onChange={(next) => set(path, isOptional && next.length === 0 ? undefined : next)}
      max={max}
      blank={() => blankOf(item)}
      add={{ label: t("forms.addAction") }}
      nameOf={nameOf}
    >
      {(action, index) => {
        const own: Path = [...path, index];
        return (
          <UnionRow
            form={item}
            path={own}
            value={action}
            label={t("forms.actionKind", { name: nameOf(index) })}
            without={channelFacts[channel].hasInbox ? [] : ["hand_over_to_platform"]}
            body={(_, holder, fields) => (
              <div className={fields.length === 2 ? "row-pair" : undefined}>
                {fields.map(([key, field]) => (
                  <Field key={key} form={field} path={[...own, key]} value={holder[key]} />
                ))}
              </div>
            )}
          />
        );
      }}
    </RowList>
  );
}
