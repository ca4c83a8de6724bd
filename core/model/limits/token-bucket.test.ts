import assert from "node:assert/strict";
import { test } from "node:test";
import { tokenBucket } from "./token-bucket.ts";

function aBucket(perSecond: number, burst: number) {
  const clock = { ms: 0 };
  return {
    clock,
    bucket: tokenBucket(
      () => ({ perSecond, burst }),
      () => clock.ms,
    ),
  };
}

test("a bucket gives its burst at once and then refills", () => {
  const { clock, bucket } = aBucket(10, 3);

  assert.deepEqual([bucket.take(), bucket.take(), bucket.take(), bucket.take()], [0, 0, 0, 100]);
  clock.ms = 100;
  assert.deepEqual([bucket.take(), bucket.take()], [0, 100]);
});

test("a bucket holds no more than its burst", () => {
  const { clock, bucket } = aBucket(10, 3);

  clock.ms = 60_000;

  assert.equal(bucket.available(), 3);
});

test("a heavy call is let through and delays the next one", () => {
  const { clock, bucket } = aBucket(10, 3);

  assert.equal(bucket.take(5), 0);
  assert.equal(bucket.take(), 300);
  clock.ms = 300;
  assert.equal(bucket.take(), 0);
});

test("a bucket without a limit never makes a caller wait", () => {
  const { bucket } = aBucket(Number.POSITIVE_INFINITY, 1);

  assert.deepEqual([bucket.take(100), bucket.take(100), bucket.available()], [0, 0, Number.POSITIVE_INFINITY]);
});
