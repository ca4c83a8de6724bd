import assert from "node:assert/strict";
import { test } from "node:test";
import { ClockTime, Hours } from "./hours.ts";

test("clock times are four digits of a 24-hour clock", () => {
  for (const time of ["00:00", "08:30", "19:59", "23:59"]) assert.equal(ClockTime.parse(time), time);
  for (const time of ["24:00", "8:30", "08:60", "08:30:00", " 08:30", "0830", "", 830]) {
    assert.equal(ClockTime.safeParse(time).success, false, String(time));
  }
});

test("hours have days and a span, which may run over midnight", () => {
  const span = { days: ["fri"], from: "22:00", to: "02:00" };

  assert.equal(Hours.safeParse([span]).success, true);
  for (const hours of [
    [],
    [{ ...span, days: [] }],
    [{ ...span, days: ["friday"] }],
    [{ ...span, zone: "UTC" }],
    span,
    null,
  ]) {
    assert.equal(Hours.safeParse(hours).success, false, JSON.stringify(hours));
  }
});
