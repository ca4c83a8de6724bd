import assert from "node:assert/strict";
import { test } from "node:test";
import { durationUnit } from "./duration-unit.ts";

test("a duration is shown in the largest unit without a remainder", () => {
  assert.deepEqual(durationUnit(172_800, undefined), ["day", 86_400]);
  assert.deepEqual(durationUnit(5400, undefined), ["minute", 60]);
  assert.deepEqual(durationUnit(61, undefined), ["second", 1]);
});

test("the chosen unit is kept while the duration is a whole number of it", () => {
  assert.deepEqual(durationUnit(172_800, "hour"), ["hour", 3600]);
  assert.deepEqual(durationUnit(5400, "hour"), ["minute", 60]);
});

test("an empty duration is shown in hours, or in the chosen unit", () => {
  assert.deepEqual(durationUnit(undefined, undefined), ["hour", 3600]);
  assert.deepEqual(durationUnit(0, undefined), ["hour", 3600]);
  assert.deepEqual(durationUnit(undefined, "day"), ["day", 86_400]);
});
