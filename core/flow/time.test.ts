import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isOpen } from "../match/is-open.ts";
import type { Hours } from "../model/time/hours.ts";
import { weekdays } from "../model/time/hours.ts";
import { testCases } from "../test/cases.ts";
import { instantOf, nextOpening, readInstant, withOffset } from "./time.ts";

testCases(new URL("./cases/time.json", import.meta.url), (given) => {
  const { local, zone } = given as { local: string; zone: string };
  const instant = instantOf(local, zone);
  return `${new Date(instant).toISOString().slice(0, 16)}Z, there ${withOffset(instant, zone)}`;
});

const zones = fc.constantFrom(
  ..."UTC Europe/London Europe/Berlin Europe/Lisbon Europe/Istanbul Africa/Casablanca Africa/Cairo Asia/Jerusalem Asia/Tehran".split(
    " ",
  ),
  ..."Asia/Kolkata Asia/Kathmandu Asia/Ho_Chi_Minh Asia/Tokyo Australia/Sydney Australia/Lord_Howe Pacific/Auckland".split(
    " ",
  ),
  ..."Pacific/Chatham Pacific/Apia America/New_York America/Los_Angeles America/St_Johns America/Santiago".split(" "),
  ..."America/Asuncion America/Havana Atlantic/Azores".split(" "),
);
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`);
const day = 86_400_000;
const anyDay = fc.integer({ min: 0, max: 20 * 365 }).map((days) => Date.parse("2026-01-01T00:00Z") + days * day);
const options = { seed: 20_261_115, numRuns: 40 };

test("a time of day occurs once a day, in ascending order, and reads back as the same local time", () => {
  fc.assert(
    fc.property(zones, clock, anyDay, (zone, time, start) => {
      const shown = new Intl.DateTimeFormat("sv", { timeZone: zone, dateStyle: "short", timeStyle: "short" });
      let before = 0;
      for (let days = 0; days < 400; days += 1) {
        const date = new Date(start + days * day).toISOString().slice(0, 10);
        const instant = instantOf(`${date}T${time}`, zone);
        const there = shown.format(instant);
        assert.ok(instant > before);
        // If the local time occurs twice, this is the first: an hour earlier it was another time.
        if (there === `${date} ${time}`) assert.notEqual(shown.format(instant - 3_600_000), there);
        else assert.ok(there > `${date} ${time}` && instant - before < day + 7_200_000, `${there} for ${date} ${time}`);
        before = instant;
      }
    }),
    options,
  );
});

const span = fc.record({ days: fc.subarray([...weekdays], { minLength: 1 }), from: clock, to: clock });
const anyHours: fc.Arbitrary<Hours> = fc.array(span, { minLength: 1, maxLength: 3 });

test("the next opening is within the hours, and the time just before it is not", () => {
  fc.assert(
    fc.property(zones, anyHours, anyDay, fc.integer({ min: 0, max: 1439 }), (zone, hours, start, minute) => {
      const instant = start + minute * 60_000;
      const opening = nextOpening(hours, instant, zone);

      assert.ok(opening >= instant && opening <= instant + 15 * day);
      assert.ok(isOpen(hours, { instant: opening, zone }));
      // A clock change can skip the opening time and delay the opening by at most the gap.
      for (let earlier = opening - 3_600_001; earlier >= instant; earlier -= 1_700_000) {
        assert.equal(isOpen(hours, { instant: earlier, zone }), false);
      }
    }),
    options,
  );
});

test("a date in a field is a day, a day and time, or an instant", () => {
  const read = (value: string) => {
    const instant = readInstant(value, "Asia/Tokyo");
    return instant === undefined ? undefined : new Date(instant).toISOString();
  };

  assert.equal(read("2026-06-10"), "2026-06-09T15:00:00.000Z");
  assert.equal(read(" 2026-06-10 09:30 "), "2026-06-10T00:30:00.000Z");
  assert.equal(read("2026-06-10T09:30:15+02:00"), "2026-06-10T07:30:15.000Z");
  assert.equal(read("2026-06-10t09:30z"), "2026-06-10T09:30:00.000Z");
  for (const none of ["", "soon", "2026-02-30", "2026-06-10T25:00", "10.06.2026", "2026-06-10T09:30+99:00"]) {
    assert.equal(read(none), undefined);
  }
});
