import assert from "node:assert/strict";
import { test } from "node:test";
import { type StepTypeName, stepTypes } from "@banter/core/flow/steps/index.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import { newStep } from "../edit/new-step.ts";
import { describe } from "./schema-form.ts";
import { changeSetting, chooseAlternative, shownSettings } from "./shown-settings.ts";

function fieldsOf(type: StepTypeName) {
  const form = describe(stepTypes[type].settings);
  return form.kind === "object" ? form.fields : [];
}

const shown = (type: StepTypeName, step: JsonObject) => shownSettings(fieldsOf(type), step).map(([key]) => key);

test("a setting that does not apply is not shown", () => {
  assert.ok(!shown("request", { method: "GET" }).includes("body"));
  assert.ok(shown("request", { method: "POST" }).includes("body"));
  assert.ok(!shown("ask", { accept: "text" }).includes("choices"));
});

test("a change removes the settings that no longer apply, and no others", () => {
  const step = { type: "request", method: "POST", url: "https://a.example", body: "{}", next: { ok: "a" } };

  assert.deepEqual(changeSetting(step, ["method"], "GET"), {
    path: [],
    value: { type: "request", method: "GET", url: "https://a.example", next: { ok: "a" } },
  });
  assert.deepEqual(changeSetting(step, ["url"], "https://b.example"), { path: ["url"], value: "https://b.example" });
});

test("a setting that now applies starts with its blank value", () => {
  const step = newStep("ask");

  assert.deepEqual(changeSetting(step, ["accept"], "choice"), {
    path: [],
    value: {
      ...step,
      accept: "choice",
      choices: [
        { id: "choice-1", text: "" },
        { id: "choice-2", text: "" },
      ],
    },
  });
});

test("settings inside a list depend on their own object", () => {
  const rule = { type: "field", field: "size", operator: "equals", value: "M" };
  const step = { type: "condition", match: "all", rules: [{ type: "tag", tag_id: 1, has: true }, rule] };

  assert.deepEqual(changeSetting(step, ["rules", 1, "operator"], "is_set"), {
    path: ["rules", 1],
    value: { type: "field", field: "size", operator: "is_set" },
  });
});

test("of alternatives only the given one is shown, and choosing another replaces it", () => {
  const step = newStep("delay");

  assert.deepEqual(shown("delay", step), ["seconds", "within"]);
  const until = chooseAlternative(fieldsOf("delay"), step, "until");
  assert.deepEqual(until, { type: "delay", next: null, until: "" });
  assert.deepEqual(shown("delay", until), ["until", "within"]);
});
