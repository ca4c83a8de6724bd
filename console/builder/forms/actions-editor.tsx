import { channelFacts } from "@banter/core/channels/index.ts";
import { isObject } from "@banter/core/model/json.ts";
import { useTranslation } from "react-i18next";
import { usePage } from "../../frame/use-page.ts";
import type { Path } from "../edit/draft.ts";
import { blankOption } from "../edit/new-step.ts";
import { useInspected } from "../inspector/context.ts";
import { Field } from "../inspector/field.tsx";
import type { Form } from "../steps/schema-form.ts";
import { shownSettings } from "../steps/shown-settings.ts";
import { textOf } from "../steps/summary.ts";
import { actionIcon } from "./action-icons.ts";
import { RowList } from "./rows/row-list.tsx";

type Props = { form: Form; path: Path; value: unknown; label?: string; isOptional?: boolean };

/** Things to do, in order: of an action step, or after the messages of content. A menu asks which. */
export function ActionsEditor({ form, path, value, label, isOptional = false }: Props) {
  const { t } = useTranslation("builder");
  const { set, without } = useInspected();
  const { channel } = usePage();
  if (form.kind !== "list" || form.item.kind !== "union") return null;
  const { item, max = 20 } = form;
  const { discriminator, options } = item;
  const titleOf = (kind: string) => t(`options.${kind}`, { defaultValue: kind });
  const isOffered = (kind: string) => kind !== "hand_over_to_platform" || channelFacts[channel].hasInbox;
  const offered = options.filter(([kind]) => isOffered(kind) && !without?.includes(kind));
  return (
    <RowList
      label={label ?? t("forms.actions")}
      items={Array.isArray(value) ? value : []}
      path={path}
      onChange={(next) => set(path, isOptional && next.length === 0 ? undefined : next)}
      max={max}
      blank={(kind) => {
        const option = options.find(([name]) => name === kind);
        return option ? blankOption(discriminator, option) : {};
      }}
      add={{
        label: t("forms.addAction"),
        kinds: offered.map(([kind]) => ({ value: kind, label: titleOf(kind), icon: actionIcon(kind) })),
      }}
      nameOf={(index) => t("forms.action", { place: index + 1 })}
    >
      {(action, index) => {
        const holder = isObject(action) ? action : {};
        const kind = textOf(holder[discriminator]);
        const option = options.find(([name]) => name === kind)?.[1];
        const fields = option?.kind === "object" ? shownSettings(option.fields, holder) : [];
        const Icon = actionIcon(kind);
        return (
          <>
            <div className="row-head">
              <Icon size={16} aria-hidden />
              {titleOf(kind)}
            </div>
            {fields.length > 0 && (
              <div className={fields.length === 2 ? "row-more row-pair bare" : "row-more bare"}>
                {fields.map(([key, field]) => (
                  <Field key={key} form={field} path={[...path, index, key]} value={holder[key]} />
                ))}
              </div>
            )}
          </>
        );
      }}
    </RowList>
  );
}
