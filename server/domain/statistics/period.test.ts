import assert from "node:assert/strict";
import { test } from "node:test";
import { periodBefore, pointOf, pointsOf, readBy, readPeriod, todayIn } from "./period.ts";

test("a period without days is the last 28 of the page's zone", () => {
  const { from, to } = readPeriod({}, "Asia/Ho_Chi_Minh");

  assert.equal(to, todayIn("Asia/Ho_Chi_Minh"));
  assert.equal((Date.parse(to) - Date.parse(from)) / 86_400_000, 27);
});

test("today is the zone's", () => {
  const instant = Date.parse("2026-11-16T20:30:00Z");

  assert.equal(todayIn("Asia/Ho_Chi_Minh", instant), "2026-11-17");
  assert.equal(todayIn("America/New_York", instant), "2026-11-16");
});

test("a period that ends before it begins, or is too long, is refused", () => {
  assert.throws(() => readPeriod({ from: "2026-11-02", to: "2026-11-01" }, "UTC"), /before from/);
  assert.throws(() => readPeriod({ from: "2020-01-01", to: "2026-11-01" }, "UTC"), /at most/);
  assert.throws(() => readBy("hour", { from: "2026-01-01", to: "2026-03-01" }), /at most/);
});

test("the period before is as long and ends the day before", () => {
  const before = periodBefore({ from: "2026-03-01", to: "2026-03-07" });

  assert.deepEqual(before, { from: "2026-02-22", to: "2026-02-28" });
});

test("points are hours, days or Mondays", () => {
  const days = { from: "2026-11-15", to: "2026-11-17" };

  assert.deepEqual(pointsOf(days, "day"), ["2026-11-15", "2026-11-16", "2026-11-17"]);
  assert.deepEqual(pointsOf(days, "week"), ["2026-11-09", "2026-11-16"]);
  assert.equal(pointsOf(days, "hour").length, 72);
  assert.equal(pointOf("2026-11-15", "week"), "2026-11-09");
  assert.equal(readBy(undefined, days), "day");
});
