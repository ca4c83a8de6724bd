import type { StepTypeName } from "@banter/core/flow/steps/index.ts";
import type { Form } from "../steps/schema-form.ts";
import type { DraftStep } from "./draft.ts";

/** A step as it is first put on the canvas: with what is nearly always wanted, and room to write. */
export function newStep(type: StepTypeName): DraftStep {
  return { type, ...structuredClone(beginnings[type]) };
}

const text = { messages: [{ type: "text", text: "" }] };

const beginnings: Record<StepTypeName, object> = {
  message: { content: text, next: null },
  ask: { content: text, accept: "text", next: {} },
  condition: { match: "all", rules: [{ type: "tag", tag_id: null, has: true }], next: {} },
  split: {
    branches: [
      { id: "a", weight: 50 },
      { id: "b", weight: 50 },
    ],
    next: {},
  },
  delay: { seconds: 3600, next: null },
  action: { actions: [{ action: "add_tag", tag_id: null }], next: null },
  goto: { flow_id: null },
  request: { method: "GET", url: "https://", next: {} },
  ai: { base_url: "https://", model: "", instructions: "", next: {} },
  note: { text: "" },
};

/** What stands in a new item of a list, or where an optional setting is switched on. */
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
