import assert from "node:assert/strict";
import { test } from "node:test";
import { inUnit, maxIn, unitOf } from "./repeat-unit.ts";

test("a pause is shown in the largest unit without a remainder", () => {
  assert.equal(unitOf(172_800), "days");
  assert.equal(unitOf(7200), "hours");
  assert.equal(unitOf(90 * 60), "minutes");
  assert.equal(unitOf(0), "minutes");
});

test("another unit keeps the count, up to a year", () => {
  assert.equal(inUnit(5 * 3600, "hours", "days"), 5 * 86_400);
  assert.equal(inUnit(400 * 3600, "hours", "days"), 31_536_000);
  assert.equal(maxIn("days"), 365);
});
