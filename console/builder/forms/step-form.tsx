import { isStepType, stepTypes } from "@banter/core/flow/steps/index.ts";
import { Stack } from "@mantine/core";
import type { ComponentType } from "react";
import type { DraftStep } from "../edit/draft.ts";
import { Alternatives } from "../inspector/alternatives.tsx";
import { Field } from "../inspector/field.tsx";
import { describe } from "../steps/schema-form.ts";
import { shownSettings } from "../steps/shown-settings.ts";
import { ActionsEditor } from "./actions-editor.tsx";
import { AiForm } from "./ai/ai-form.tsx";
import { AskForm } from "./ask-form.tsx";
import { BranchesEditor } from "./branches-editor.tsx";
import { ConditionForm } from "./condition-form.tsx";
import type { EditorProps } from "./editor-props.ts";
import { MessageForm } from "./message-form.tsx";
import { HeadersEditor, SavedValuesEditor } from "./request-editors.tsx";

/** Settings with an editor of their own, by step type and key. The others are drawn from their schemas. */
const editors: Record<string, ComponentType<EditorProps>> = {
  "split.branches": BranchesEditor,
  "action.actions": ActionsEditor,
  "request.headers": HeadersEditor,
  "request.save": SavedValuesEditor,
};

/** The settings of a step. */
export function StepForm({ step }: { step: DraftStep }) {
  const form = isStepType(step.type) ? describe(stepTypes[step.type].settings) : undefined;
  if (form?.kind !== "object") return null;
  if (step.type === "message") return <MessageForm step={step} fields={form.fields} />;
  if (step.type === "ask") return <AskForm step={step} fields={form.fields} />;
  if (step.type === "condition") return <ConditionForm step={step} fields={form.fields} />;
  if (step.type === "ai") return <AiForm step={step} fields={form.fields} />;
  return (
    <Stack gap="sm">
      <Alternatives fields={form.fields} path={[]} holder={step} />
      {shownSettings(form.fields, step).map(([key, field]) => {
        const Editor = editors[`${step.type}.${key}`];
        if (Editor) return <Editor key={key} form={field} path={[key]} value={step[key]} step={step} />;
        return <Field key={key} form={field} path={[key]} value={step[key]} />;
      })}
    </Stack>
  );
}
