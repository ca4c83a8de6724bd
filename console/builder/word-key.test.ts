import assert from "node:assert/strict";
import { test } from "node:test";
import { stepTypes } from "@banter/core/flow/steps/index.ts";
import { StepContent } from "@banter/core/model/content/content.ts";
import { en } from "./inspector/words.ts";
import { describe, type Form } from "./steps/schema-form.ts";
import { wordKey } from "./word-key.ts";

test("the key of an English text is in camel case", () => {
  assert.equal(wordKey("Wait, at most"), "waitAtMost");
  assert.equal(wordKey("must be a date such as 2026-12-24"), "mustBeADateSuchAs20261224");
  assert.equal(wordKey(" "), "");
});

test("every label of the step forms has words", () => {
  const forms = [...Object.values(stepTypes).map(({ settings }) => settings), StepContent].map(describe);
  const missing = forms.flatMap(labelsIn).filter((label) => !Object.hasOwn(en.labels, wordKey(label)));

  assert.deepEqual(missing, []);
});

function labelsIn(form: Form): string[] {
  const own = form.label === undefined ? [] : [form.label];
  if (form.kind === "list") return [...own, ...labelsIn(form.item)];
  if (form.kind === "object") return [...own, ...form.fields.flatMap(([, field]) => labelsIn(field))];
  if (form.kind === "union") return [...own, ...form.options.flatMap(([, option]) => labelsIn(option))];
  return own;
}
