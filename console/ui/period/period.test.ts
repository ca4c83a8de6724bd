import assert from "node:assert/strict";
import { test } from "node:test";
import { daysOf, lengthOf, periodSearch } from "./period.ts";

const now = Date.parse("2026-11-16T20:30:00Z");

test("a named period ends today in the page's zone", () => {
  assert.deepEqual(daysOf({ period: "today" }, "Asia/Ho_Chi_Minh", now), { from: "2026-11-17", to: "2026-11-17" });
  assert.deepEqual(daysOf({ period: "7" }, "UTC", now), { from: "2026-11-10", to: "2026-11-16" });
  assert.equal(lengthOf(daysOf({}, "UTC", now)), 28);
});

test("an address with days that make no sense has the usual period", () => {
  assert.deepEqual(periodSearch({ from: "2026-11-01", to: "2026-11-05" }), { from: "2026-11-01", to: "2026-11-05" });
  assert.deepEqual(periodSearch({ from: "2026-11-05", to: "2026-11-01" }), {});
  assert.deepEqual(periodSearch({ period: 7 }), { period: "7" });
  assert.deepEqual(periodSearch({ period: "8" }), {});
});
