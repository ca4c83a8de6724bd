import assert from "node:assert/strict";
import { test } from "node:test";
import { lint } from "@banter/core/flow/lint/lint.ts";
import { StepTypeName, stepTypes } from "@banter/core/flow/steps/index.ts";
import { newStep } from "../edit/new-step.ts";
import { paletteTypes } from "./palette-types.ts";

test("the palette offers every step type that can run, and no other", () => {
  assert.deepEqual(
    paletteTypes,
    StepTypeName.options.filter((type) => stepTypes[type].run),
  );
});

test("a flow with a step that the palette does not offer cannot be published", () => {
  const context = { flows: new Map(), tags: new Map(), fields: new Map() };
  const planned = StepTypeName.options.filter((type) => !paletteTypes.includes(type));
  const codesOf = (type: StepTypeName) =>
    lint({ version: 1, start: "a", steps: { a: newStep(type) } }, context).map(({ code }) => code);

  for (const type of planned) assert.ok(codesOf(type).includes("ai_unavailable"), type);
  for (const type of paletteTypes) assert.ok(!codesOf(type).includes("ai_unavailable"), type);
});
