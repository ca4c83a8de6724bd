import { choiceId, choiceIds, choiceText } from "@banter/core/flow/steps/choice.ts";
import { Switch } from "@mantine/core";
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

/** The choices of a question. Each may lead its own way, which stays with it when it is renamed or moved. */
export function ChoicesEditor({ form, path, value, step }: EditorProps) {
  const { t } = useTranslation("builder");
  const { set, isReadOnly } = useInspected();
  const choices: unknown[] = Array.isArray(value) ? value : [];
  const hasWays = choiceIds(choices).length > 0;
  const item = form.kind === "list" ? form.item : undefined;
  const withWay = (choice: unknown, taken: readonly string[]) =>
    choiceId(choice) === undefined ? { id: freshExitId("choice", taken), text: choiceText(choice) } : choice;
  return (
    <>
      <RowList
        label={t("forms.choices")}
        items={choices}
        path={path}
        onChange={(next) => set(path, next)}
        min={1}
        max={11}
        blank={() => (hasWays ? withWay("", choiceIds(choices)) : "")}
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
                {item && <Field form={item} path={own} value={choiceText(choice)} label={name} placeholder={name} />}
              </div>
              {id !== undefined && (
                <div className="row-more bare">
                  <div className="row-target">
                    <IconCornerDownRight size={16} aria-hidden />
                    <StepInput
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
      <Switch
        label={t("forms.choiceWays")}
        checked={hasWays}
        disabled={isReadOnly}
        onChange={({ currentTarget }) => set(path, choices.map(currentTarget.checked ? given : choiceText))}
      />
    </>
  );

  function given(choice: unknown): unknown {
    return withWay(choice, choiceIds(choices));
  }
}
