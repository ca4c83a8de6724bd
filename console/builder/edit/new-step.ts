import { type StepTypeName, stepTypes } from "@banter/core/flow/steps/index.ts";
import type { Form } from "../steps/schema-form.ts";
import type { DraftStep } from "./draft.ts";

/** A new step for the canvas. Its exits lead nowhere. */
export function newStep(type: StepTypeName): DraftStep {
  const { blank, exits, ignoresExits } = stepTypes[type];
  const step: DraftStep = { type, ...structuredClone(blank) };
  const hasExits = typeof exits === "function" || exits.length > 0;
  if (!hasExits || ignoresExits(step)) return step;
  return { ...step, next: typeof exits !== "function" && exits.length === 1 ? null : {} };
}

/** The value of a new item of a list, or of an optional setting that is switched on. */
export function blankOf(form: Form): unknown {
  if (form.fallback !== undefined) return structuredClone(form.fallback);
  if (form.isNullable) return null;
  switch (form.kind) {
    case "object":
      return Object.fromEntries(
        form.fields.filter(([, field]) => !field.isOptional).map(([key, field]) => [key, blankOf(field)]),
      );
    case "union": {
      const [first] = form.options;
      return first ? blankOption(form.discriminator, first) : {};
    }
    case "list":
      return Array.from({ length: form.min }, () => blankOf(form.item));
    case "choice":
      return form.options[0];
    case "switch":
      return true;
    case "number":
      return form.min ?? 0;
    case "input":
      return form.input === "hours" ? [{ days: ["mon", "tue", "wed", "thu", "fri"], from: "08:00", to: "17:30" }] : "";
    case "unknown":
      return null;
  }
}

export function blankOption(discriminator: string, [name, form]: [string, Form]): Record<string, unknown> {
  return { [discriminator]: name, ...(blankOf(form) as object) };
}
