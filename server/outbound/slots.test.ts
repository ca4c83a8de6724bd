import assert from "node:assert/strict";
import { test } from "node:test";
import { slots } from "./slots.ts";

test("so many of one key run at a time, the others in the order in which they came", () => {
  const { take } = slots(2);
  const started: string[] = [];
  const leave = ["a", "b", "c", "d", "e"].map((name) => take("page", () => started.push(name)));

  assert.deepEqual(started, ["a", "b"]);
  leave[1]?.();
  assert.deepEqual(started, ["a", "b", "c"]);
  leave[0]?.();
  leave[0]?.();
  assert.deepEqual(started, ["a", "b", "c", "d"]);
});

test("whoever leaves the line is not started, and keeps nobody waiting", () => {
  const { take } = slots(1);
  const started: string[] = [];
  const [first, second] = ["a", "b", "c"].map((name) => take("page", () => started.push(name)));

  second?.();
  first?.();

  assert.deepEqual(started, ["a", "c"]);
});

test("keys do not wait for each other", () => {
  const { take } = slots(1);
  const started: string[] = [];

  for (const key of ["one", "two", "one"]) take(key, () => started.push(key));

  assert.deepEqual(started, ["one", "two"]);
});
