import assert from "node:assert/strict";
import { test } from "node:test";
import { insert } from "./insertion.ts";

test("the inserted text replaces the selection, and the caret is behind it", () => {
  assert.deepEqual(insert("Hi you!", { start: 3, end: 6 }, "{{name}}"), { text: "Hi {{name}}!", start: 11, end: 11 });
});

test("a marked part of the inserted text is selected", () => {
  assert.deepEqual(insert("Hi ", { start: 3, end: 3 }, "{{a|b}}", [2, 3]), { text: "Hi {{a|b}}", start: 5, end: 6 });
});
