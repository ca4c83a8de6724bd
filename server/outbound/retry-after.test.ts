import assert from "node:assert/strict";
import { test } from "node:test";
import { retryAfterOf, withRetryAfter } from "./retry-after.ts";

const now = Date.UTC(2026, 9, 21, 7, 28, 0);

const headers: [string | string[] | undefined, number | undefined][] = [
  ["2", 2],
  [" 120 ", 120],
  ["1.5", 1.5],
  [["3", "9"], 3],
  ["Wed, 21 Oct 2026 07:28:30 GMT", 30],
  ["Wednesday, 21-Oct-26 07:28:30 GMT", 30],
  ["Wed, 21 Oct 2026 07:27:30 GMT", undefined],
  ["0", undefined],
  ["-5", undefined],
  ["", undefined],
  ["soon", undefined],
  ["2026-10-21", undefined],
  ["NaN", undefined],
  [undefined, undefined],
];

for (const [header, seconds] of headers) {
  test(`Retry-After ${JSON.stringify(header)} means ${seconds ?? "nothing"}`, () => {
    assert.equal(retryAfterOf({ "retry-after": header }, now), seconds);
  });
}

test("a date is compared with the answer's own Date header", () => {
  const given = { "retry-after": "Wed, 21 Oct 2026 09:00:10 GMT", date: "Wed, 21 Oct 2026 09:00:00 GMT" };

  assert.equal(retryAfterOf(given, now), 10);
});

test("an overloaded platform throttles only if it says for how long", () => {
  const failureOf = (status: number, headers: object) =>
    withRetryAfter("platform_error", { status, headers: { ...headers } });

  assert.deepEqual(failureOf(429, {}), { failure: "throttled", retryAfterSeconds: undefined });
  assert.deepEqual(failureOf(503, { "retry-after": "2" }), { failure: "throttled", retryAfterSeconds: 2 });
  assert.deepEqual(failureOf(503, {}), { failure: "platform_error", retryAfterSeconds: undefined });
  assert.deepEqual(failureOf(500, { "retry-after": "2" }), { failure: "platform_error", retryAfterSeconds: 2 });
});

test("a rejection stays a rejection, whatever its headers say", () => {
  const answer = { status: 429, headers: { "retry-after": "2" } };

  assert.deepEqual(withRetryAfter("rejected", answer), { failure: "rejected", retryAfterSeconds: undefined });
});
