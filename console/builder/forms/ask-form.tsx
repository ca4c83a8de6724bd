import { choiceText } from "@banter/core/flow/steps/choice.ts";
import { Switch } from "@mantine/core";
import { IconListCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ContentEditor } from "../content/content-editor.tsx";
import type { DraftStep } from "../edit/draft.ts";
import { useInspected, useLabel } from "../inspector/context.ts";
import { Field } from "../inspector/field.tsx";
import type { Form } from "../steps/schema-form.ts";
import { shownSettings } from "../steps/shown-settings.ts";
import { ChoicesEditor, hasWays, withWay } from "./choices-editor.tsx";
import { SavedPartsEditor } from "./request-editors.tsx";

type Props = { step: DraftStep; fields: [key: string, form: Form][] };

/** Settings of a question that few need. */
const rare = ["save_parts", "retries", "retry_text", "no_reply_seconds"];

/** A question: its words with the choices below them, which answers fit, and where the answer is saved. */
export function AskForm({ step, fields }: Props) {
  const { t } = useTranslation("builder");
  const { set, isReadOnly } = useInspected();
  const label = useLabel();
  const shown = shownSettings(fields, step);
  const formOf = (key: string) => shown.find(([name]) => name === key)?.[1];
  const draw = (key: string) => {
    const form = formOf(key);
    return form && <Field key={key} form={form} path={[key]} value={step[key]} />;
  };
  const content = formOf("content");
  const choicesForm = formOf("choices");
  const choices: unknown[] = Array.isArray(step.choices) ? step.choices : [];
  const partsForm = formOf("save_parts");
  return (
    <ContentEditor
      label={label(content?.label)}
      path={["content"]}
      value={step.content}
      beneath={
        step.accept === "choice" &&
        choicesForm && <ChoicesEditor form={choicesForm} path={["choices"]} value={step.choices} step={step} />
      }
      adds={
        step.accept === "choice"
          ? null
          : {
              label: t("forms.choices"),
              icon: IconListCheck,
              onAdd: () => set(["accept"], "choice"),
              newest: '.choice-pills [data-row="0"]',
            }
      }
      more={{
        isUsed: rare.some((key) => step[key] !== undefined) || (choices.length > 0 && !hasWays(choices)),
        places: rare,
        settings: (
          <>
            {step.accept === "choice" && (
              <Switch
                label={t("forms.choiceWays")}
                checked={hasWays(choices)}
                disabled={isReadOnly}
                onChange={({ currentTarget }) =>
                  set(
                    ["choices"],
                    choices.map(currentTarget.checked ? (choice) => withWay(choice, choices) : choiceText),
                  )
                }
              />
            )}
            {partsForm && (
              <SavedPartsEditor form={partsForm} path={["save_parts"]} value={step.save_parts} step={step} />
            )}
            {["retry_text", "retries", "no_reply_seconds"].map(draw)}
          </>
        ),
      }}
    >
      <div className="row-pair">
        {draw("accept")}
        {draw("save_to")}
      </div>
    </ContentEditor>
  );
}
