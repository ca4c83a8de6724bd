import { choiceId, choiceIds, choiceText } from "@banter/core/flow/steps/choice.ts";
import { IconCornerDownRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Path } from "../edit/draft.ts";
import { findAt } from "../edit/draft.ts";
import { freshExitId } from "../edit/exit-id.ts";
import { StepInput } from "../inputs/step.tsx";
import { useInspected } from "../inspector/context.ts";
import { Field } from "../inspector/field.tsx";
import type { EditorProps } from "./editor-props.ts";
import { RowList } from "./rows/row-list.tsx";

/** The choices of a question, as pills. Each may lead its own way, which stays with it when it is renamed or moved. */
export function ChoicesEditor({ form, path, value, step }: EditorProps) {
  const { t } = useTranslation("builder");
  const { set } = useInspected();
  const choices: unknown[] = Array.isArray(value) ? value : [];
  const item = form.kind === "list" ? form.item : undefined;
  return (
    <div className="choice-pills">
      <RowList
        items={choices}
        path={path}
        onChange={(next) => set(path, next)}
        look="pills"
        min={1}
        max={11}
        blank={() => (hasWays(choices) ? withWay("", choices) : "")}
        add={{ label: t("forms.addChoice") }}
        nameOf={(index) => t("forms.choice", { place: index + 1 })}
      >
        {(choice, index) => {
          const id = choiceId(choice);
          const own: Path = id === undefined ? [...path, index] : [...path, index, "text"];
          const name = t("forms.choice", { place: index + 1 });
          return (
            <>
              <div className="row-words bare">
                {item && (
                  <Field form={item} path={own} value={choiceText(choice)} label={name} placeholder={name} isBare />
                )}
              </div>
              {id !== undefined && (
                <div className="row-more bare">
                  <div className="press-target">
                    <IconCornerDownRight size={14} aria-hidden />
                    <StepInput
                      isQuiet
                      label={t("inspector.connect", { exit: choiceText(choice) || name })}
                      placeholder={t("forms.choiceNowhere")}
                      path={["next", id]}
                      value={findAt(step, ["next", id])}
                      onChange={(target) => set(["next", id], target)}
                    />
                  </div>
                </div>
              )}
            </>
          );
        }}
      </RowList>
    </div>
  );
}

export const hasWays = (choices: readonly unknown[]) => choiceIds([...choices]).length > 0;

/** The choice with an exit of its own. */
export function withWay(choice: unknown, among: readonly unknown[]): unknown {
  if (choiceId(choice) !== undefined) return choice;
  return { id: freshExitId("choice", choiceIds([...among])), text: choiceText(choice) };
}
