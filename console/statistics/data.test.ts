import assert from "node:assert/strict";
import { test } from "node:test";
import { durationText, pointText } from "./data.ts";

test("durations have at most two units", () => {
  assert.equal(durationText(5, "en"), "5 sec");
  assert.equal(durationText(0, "en"), "0 sec");
  assert.equal(durationText(250, "en"), "4 min");
  assert.equal(durationText(4800, "en"), "1 hr 20 min");
  assert.equal(durationText(97_300, "en"), "1 day 3 hr");
});

test("points are days or hours of the page's own clock", () => {
  assert.equal(pointText("2026-11-16", "en"), "Nov 16");
  assert.match(pointText("2026-11-16T09", "en"), /Nov 16.*0?9:00/);
});
