import assert from "node:assert/strict";
import { test } from "node:test";
import { insert } from "./insertion.ts";

test("the inserted text replaces the selection, and the caret is behind it", () => {
  assert.deepEqual(insert("Hi you!", { start: 3, end: 6 }, "{{name}}"), { text: "Hi {{name}}!", caret: 11 });
});
