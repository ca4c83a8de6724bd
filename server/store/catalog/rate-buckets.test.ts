import assert from "node:assert/strict";
import { after, test } from "node:test";
import { testDeps } from "../../test/app.ts";
import { sql } from "../db/sql.ts";
import { takeFromBucket } from "./rate-buckets.ts";

const { db } = await testDeps({ after });
// So slow that nothing is refilled during a test.
const limit = { perSecond: 0.001, burst: 30 };

test("a new page has a full bucket", async () => {
  assert.deepEqual(await takeFromBucket(db, "new", limit, 20), { taken: 20, left: 10 });
});

test("a bucket gives what it has and no more", async () => {
  await takeFromBucket(db, "small", limit, 20);

  assert.deepEqual(await takeFromBucket(db, "small", limit, 20), { taken: 10, left: 0 });
  assert.deepEqual(await takeFromBucket(db, "small", limit, 20), { taken: 0, left: 0 });
});

test("a bucket never gives more at once than it holds", async () => {
  assert.deepEqual(await takeFromBucket(db, "greedy", limit, 100), { taken: 30, left: 0 });
});

test("concurrent callers get no more than the bucket holds", async () => {
  const taken = await Promise.all(Array.from({ length: 20 }, () => takeFromBucket(db, "shared", limit, 4)));

  assert.equal(
    taken.reduce((sum, each) => sum + each.taken, 0),
    30,
  );
});

test("each page has a bucket of its own", async () => {
  await takeFromBucket(db, "one", limit, 30);

  assert.equal((await takeFromBucket(db, "other", limit, 30)).taken, 30);
});

test("a bucket refills with time, up to its burst", async () => {
  const wait = (seconds: number) =>
    db.count(sql`
    update rate_buckets set refilled_at = now() - make_interval(secs => ${seconds}) where page_id = 'filling'`);
  await takeFromBucket(db, "filling", limit, 30);

  await wait(5500);
  assert.deepEqual(await takeFromBucket(db, "filling", limit, 30), { taken: 5, left: 0 });
  await wait(1_000_000);
  assert.deepEqual(await takeFromBucket(db, "filling", limit, 30), { taken: 30, left: 0 });
});

test("a clock that was set back neither removes nor adds tokens", async () => {
  await takeFromBucket(db, "clock", limit, 10);
  await db.count(sql`update rate_buckets set refilled_at = now() + interval '1 day' where page_id = 'clock'`);

  assert.deepEqual(await takeFromBucket(db, "clock", limit, 10), { taken: 10, left: 10 });
  assert.deepEqual(await takeFromBucket(db, "clock", limit, 30), { taken: 10, left: 0 });
});
