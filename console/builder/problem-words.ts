import type { Problem } from "@banter/core/flow/problem.ts";
import { isStepType, stepTypes } from "@banter/core/flow/steps/index.ts";
import type { Draft } from "./edit/draft.ts";
import { findAt } from "./edit/draft.ts";
import { describe, type Form, formInside } from "./steps/schema-form.ts";
import type { Say } from "./steps/summary.ts";
import { wordKey } from "./word-key.ts";

/** A problem in the reader's language. Invalid settings are named, with the rule that they break. */
export function problemWords({ code, path, message }: Problem, draft: Draft, say: Say): string {
  if (code !== "invalid") return say(`problems.${code}`);
  const isChoice = message.startsWith("must be one of ");
  const fault =
    say(`faults.${isChoice ? "choose" : wordKey(message)}`, { defaultValue: "" }) || say("faults.other", { message });
  const label = labelAt(draft, path.split("/").slice(1));
  return label
    ? say("problems.invalid", { label: say(`labels.${wordKey(label)}`, { defaultValue: label }), fault })
    : fault;
}

/** The label of the innermost labelled setting at a JSON pointer. */
export function labelAt(draft: Draft, [section, id = "", ...keys]: string[]): string | undefined {
  const step = draft.steps[id];
  if (section !== "steps" || !step || !isStepType(step.type)) return undefined;
  let form: Form | undefined = describe(stepTypes[step.type].settings);
  let label: string | undefined;
  for (const [depth, key] of keys.entries()) {
    form = formInside(form, key, findAt(step, keys.slice(0, depth)));
    if (!form) break;
    label = form.label ?? label;
  }
  return label;
}
