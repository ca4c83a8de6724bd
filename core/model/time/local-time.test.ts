import assert from "node:assert/strict";
import { test } from "node:test";
import { LocalTime } from "./local-time.ts";

test("a local time is a minute of the calendar", () => {
  for (const time of ["2026-12-24T09:00", "2028-02-29T23:59", "2026-03-29T02:30"])
    assert.equal(LocalTime.parse(time), time);
});

test("a minute that is not in the calendar, or names a zone, is refused", () => {
  for (const time of [
    "2026-02-29T09:00",
    "2026-04-31T09:00",
    "2026-13-01T09:00",
    "2026-12-00T09:00",
    "2026-12-24T24:00",
    "2026-12-24T09:60",
    "2026-12-24",
    "2026-12-24 09:00",
    "2026-12-24T09:00Z",
    "2026-12-24T09:00+07:00",
    "1999-12-24T09:00",
    5,
  ]) {
    assert.equal(LocalTime.safeParse(time).success, false, String(time));
  }
});
