import assert from "node:assert/strict";
import { test } from "node:test";
import { durationText, hourText, periodText, pointText, sparkline } from "./data.ts";

test("durations have at most two units", () => {
  assert.equal(durationText(5, "en"), "5 sec");
  assert.equal(durationText(0, "en"), "0 sec");
  assert.equal(durationText(250, "en"), "4 min");
  assert.equal(durationText(4800, "en"), "1 hr 20 min");
  assert.equal(durationText(97_300, "en"), "1 day 3 hr");
});

test("points are days or hours of the page's own clock", () => {
  assert.equal(pointText("2026-11-16", "en"), "Nov 16");
  assert.match(pointText("2026-11-16T09", "en"), /Nov 16.* 9:00/);
  assert.match(hourText("2026-11-16T09", "en"), /^9:00.AM$/);
  assert.equal(hourText("2026-11-16T09", "vi"), "09:00");
});

test("a period of one day names it once", () => {
  assert.equal(periodText({ from: "2026-11-16", to: "2026-11-16" }, "en"), "Nov 16, 2026");
  assert.match(periodText({ from: "2026-11-16", to: "2026-11-18" }, "en"), /^Nov 16.–.18, 2026$/);
});

test("a small plot fills its box, and a number that never changes lies at its foot", () => {
  assert.equal(sparkline([0, 5, 10], 100, 20), "M0 20L50 10L100 0");
  assert.equal(sparkline([3, 3], 100, 20), "M0 20L100 20");
  assert.equal(sparkline([7], 100, 20), "M0 20");
  assert.equal(sparkline([], 100, 20), "");
});
