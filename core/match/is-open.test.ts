import assert from "node:assert/strict";
import { test } from "node:test";
import type { Hours } from "../model/time/hours.ts";
import { isOpen } from "./is-open.ts";

/** The number of minutes of a day in a zone that are within the hours. */
function openMinutes(hours: Hours, from: string, to: string, zone: string): number {
  let minutes = 0;
  for (let instant = Date.parse(from); instant < Date.parse(to); instant += 60_000) {
    if (isOpen(hours, { instant, zone })) minutes++;
  }
  return minutes;
}

const sundayNight: Hours = [{ days: ["sun"], from: "01:00", to: "04:00" }];
const saturdayNight: Hours = [{ days: ["sat"], from: "22:00", to: "06:00" }];

test("a night has as many minutes as its clock shows: three hours, two in spring, four in autumn", () => {
  assert.equal(openMinutes(sundayNight, "2026-11-14T12:00:00Z", "2026-11-15T12:00:00Z", "Europe/Paris"), 180);
  assert.equal(openMinutes(sundayNight, "2026-03-28T12:00:00Z", "2026-03-29T12:00:00Z", "Europe/Paris"), 120);
  assert.equal(openMinutes(sundayNight, "2026-10-24T12:00:00Z", "2026-10-25T12:00:00Z", "Europe/Paris"), 240);
});

test("a night that began the day before has as many minutes as its clock shows", () => {
  assert.equal(openMinutes(saturdayNight, "2026-11-14T12:00:00Z", "2026-11-15T12:00:00Z", "America/New_York"), 480);
  assert.equal(openMinutes(saturdayNight, "2026-03-07T12:00:00Z", "2026-03-08T12:00:00Z", "America/New_York"), 420);
  assert.equal(openMinutes(saturdayNight, "2026-10-31T12:00:00Z", "2026-11-01T12:00:00Z", "America/New_York"), 540);
});

test("hours work in zones with half hours, and with a clock that moves by half an hour", () => {
  assert.equal(openMinutes(sundayNight, "2026-04-04T00:00:00Z", "2026-04-05T12:00:00Z", "Australia/Lord_Howe"), 210);
  assert.ok(
    isOpen([{ days: ["mon"], from: "08:00", to: "09:00" }], {
      instant: Date.parse("2026-11-16T02:30Z"),
      zone: "Asia/Kolkata",
    }),
  );
});

test("a span that ends when it starts is a whole day, to the minute", () => {
  const hours: Hours = [{ days: ["mon"], from: "09:00", to: "09:00" }];

  assert.equal(openMinutes(hours, "2026-11-15T00:00:00Z", "2026-11-18T00:00:00Z", "UTC"), 24 * 60);
});

test("spans add up, and spans that overlap count once", () => {
  const hours: Hours = [
    { days: ["mon", "tue"], from: "08:00", to: "12:00" },
    { days: ["mon"], from: "11:00", to: "13:00" },
  ];

  assert.equal(openMinutes(hours, "2026-11-16T00:00:00Z", "2026-11-18T00:00:00Z", "UTC"), 9 * 60);
});
