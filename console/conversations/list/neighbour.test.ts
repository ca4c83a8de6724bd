import assert from "node:assert/strict";
import { test } from "node:test";
import { neighbourOf } from "./neighbour.ts";

test("keys lead through the list, and end where it ends", () => {
  const order = ["a", "b", "c"];

  assert.deepEqual([neighbourOf(order, "b", 1), neighbourOf(order, "b", -1)], ["c", "a"]);
  assert.deepEqual([neighbourOf(order, "c", 1), neighbourOf(order, "a", -1)], [undefined, undefined]);
  assert.deepEqual([neighbourOf(order, undefined, 1), neighbourOf(order, "gone", 1)], ["a", "a"]);
  assert.equal(neighbourOf([], "a", 1), undefined);
});
