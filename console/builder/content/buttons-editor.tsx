import { StepButton } from "@banter/core/model/content/button.ts";
import { isObject } from "@banter/core/model/json.ts";
import { useTranslation } from "react-i18next";
import type { Path } from "../edit/draft.ts";
import { RowList } from "../forms/rows/row-list.tsx";
import { useInspected } from "../inspector/context.ts";
import { describe } from "../steps/schema-form.ts";
import { PressableRow } from "./pressable-row.tsx";

/** The buttons of a message or card. A new one leads to a step, so that it has a handle on the canvas. */
export function ButtonsEditor({ path, value, of }: { path: Path; value: unknown; of: string }) {
  const { t } = useTranslation("builder");
  const { set } = useInspected();
  const nameOf = (index: number) => t("content.button", { place: index + 1, of });
  return (
    <RowList
      items={Array.isArray(value) ? value : []}
      path={path}
      onChange={(next) => set(path, next.length > 0 ? next : undefined)}
      look="buttons"
      max={3}
      blank={() => ({ type: "step", title: "", step: null })}
      add={{ label: t("content.addButton"), of: t("content.addButtonTo", { of }) }}
      nameOf={nameOf}
    >
      {(button, index) =>
        isObject(button) && (
          <PressableRow
            item={button}
            path={[...path, index]}
            form={describe(StepButton)}
            words="title"
            name={nameOf(index)}
          />
        )
      }
    </RowList>
  );
}
