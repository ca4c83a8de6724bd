import assert from "node:assert/strict";
import { test } from "node:test";
import { growthPerHour } from "./growth.ts";

const everyMinute = (valueAt: (minutes: number) => number) =>
  Array.from({ length: 60 }, (_, minutes) => ({ minutes, value: valueAt(minutes) }));

test("a value that rises steadily has its slope", () => {
  assert.equal(Math.round(growthPerHour(everyMinute((minutes) => 100 + minutes / 2))), 30);
});

test("a value that fills a cache first, or falls back again and again, does not grow", () => {
  assert.equal(growthPerHour(everyMinute((minutes) => Math.min(minutes, 10))), 0);
  assert.ok(Math.abs(growthPerHour(everyMinute((minutes) => 100 + (minutes % 4) * 10))) < 1);
});

test("too few samples have no slope", () => {
  assert.equal(growthPerHour([]), 0);
  assert.equal(growthPerHour([{ minutes: 1, value: 5 }]), 0);
});
