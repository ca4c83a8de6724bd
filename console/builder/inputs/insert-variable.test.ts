import assert from "node:assert/strict";
import { test } from "node:test";
import { insertVariable } from "./insert-variable.ts";

test("a variable replaces the selection, and the caret is behind it", () => {
  assert.deepEqual(insertVariable("Hi you!", "name", { start: 3, end: 6 }), { text: "Hi {{name}}!", caret: 11 });
});

test("without a selection a variable is added at the end", () => {
  assert.deepEqual(insertVariable("Hi ", "name"), { text: "Hi {{name}}", caret: 11 });
  assert.deepEqual(insertVariable("Hi ", "name", { start: null, end: null }), { text: "Hi {{name}}", caret: 11 });
});
