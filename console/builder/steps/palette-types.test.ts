import assert from "node:assert/strict";
import { test } from "node:test";
import { StepTypeName } from "@banter/core/flow/steps/index.ts";
import { paletteTypes } from "./palette-types.ts";

test("the palette offers every step type", () => {
  assert.deepEqual(paletteTypes, StepTypeName.options);
});
