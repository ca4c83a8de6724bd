import assert from "node:assert/strict";
import { test } from "node:test";
import { snoozeTimes } from "./snooze-times.ts";
import { waitText } from "./wait-text.ts";

const now = new Date(2026, 10, 18, 15, 30);

test("a wait is told in its largest unit, in the reader's language", () => {
  const waited = (minutes: number, language = "en") =>
    waitText(new Date(now.getTime() - minutes * 60_000).toISOString(), language, now.getTime());

  assert.deepEqual(
    [0, 12, 59, 60, 200, 1440, 5000].map((minutes) => waited(minutes)),
    [...["1 min", "12 min", "59 min", "1 hr", "3 hr", "1 day", "3 days"]],
  );
  assert.equal(waited(12, "vi"), "12 phút");
});

test("conversations are put off to mornings, and Monday is never today", () => {
  const at = (day: number) =>
    Object.fromEntries(snoozeTimes(new Date(2026, 10, day, 15)).map(({ name, until }) => [name, until]));
  const morningOf = (day: number) => new Date(2026, 10, day, 9);

  assert.deepEqual(at(18).tomorrow, morningOf(19));
  assert.deepEqual(at(18).monday, morningOf(23));
  assert.deepEqual(at(23).monday, morningOf(30));
  assert.deepEqual([at(22).tomorrow, at(22).monday], [morningOf(23), undefined]);
  assert.equal(at(18).input, null);
});
