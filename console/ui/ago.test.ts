import assert from "node:assert/strict";
import { test } from "node:test";
import { ago, isNow } from "./ago.ts";

const now = Date.parse("2026-06-15T12:00:00Z");
const before = (seconds: number) => ago(new Date(now - seconds * 1000).toISOString(), "en", now);

test("a past time is told in its largest unit", () => {
  assert.equal(before(30), "just now");
  assert.equal(before(5 * 60), "5 minutes ago");
  assert.equal(before(3 * 3600), "3 hours ago");
  assert.equal(before(86_400), "yesterday");
  assert.equal(before(14 * 86_400), "2 weeks ago");
  assert.equal(before(800 * 86_400), "2 years ago");
});

test("the last minute is now", () => {
  const at = (seconds: number) => isNow(new Date(now - seconds * 1000).toISOString(), now);

  assert.deepEqual([0, 59, 60, 3600].map(at), [true, true, false, false]);
});

test("it is told in the reader's language", () => {
  assert.equal(ago(new Date(now - 300_000).toISOString(), "vi", now), "5 phút trước");
  assert.equal(ago(new Date(now - 5000).toISOString(), "vi", now), "vừa xong");
});
