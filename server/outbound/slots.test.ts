import assert from "node:assert/strict";
import { test } from "node:test";
import { slots } from "./slots.ts";

test("a key has a limited number of slots, and the others wait in order", () => {
  const { enter } = slots(2);
  const started: string[] = [];
  const leave = ["a", "b", "c", "d", "e"].map((name) => enter("page", () => started.push(name)));

  assert.deepEqual(started, ["a", "b"]);
  leave[1]?.();
  assert.deepEqual(started, ["a", "b", "c"]);
  leave[0]?.();
  leave[0]?.();
  assert.deepEqual(started, ["a", "b", "c", "d"]);
});

test("work that leaves the queue is not started and does not delay the rest", () => {
  const { enter } = slots(1);
  const started: string[] = [];
  const [first, second] = ["a", "b", "c"].map((name) => enter("page", () => started.push(name)));

  second?.();
  first?.();

  assert.deepEqual(started, ["a", "c"]);
});

test("keys do not wait for each other", () => {
  const { enter } = slots(1);
  const started: string[] = [];

  for (const key of ["one", "two", "one"]) enter(key, () => started.push(key));

  assert.deepEqual(started, ["one", "two"]);
});
