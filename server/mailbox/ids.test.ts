import assert from "node:assert/strict";
import { test } from "node:test";
import { testDatabase } from "../test/app.ts";
import { idSource } from "./ids.ts";

test("concurrent callers get different ids, each in ascending order", async (t) => {
  const ids = idSource(await testDatabase(t), 10);

  const taken = await Promise.all([7, 1, 5, 12, 3, 3, 9].map((howMany) => ids.take(howMany)));

  assert.deepEqual(
    taken.map(({ length }) => length),
    [7, 1, 5, 12, 3, 3, 9],
  );
  assert.equal(new Set(taken.flat()).size, 40);
  for (const group of taken)
    assert.deepEqual(
      group,
      group.toSorted((one, other) => one - other),
    );
});

test("ids taken after a discard are higher than all ids taken before", async (t) => {
  const db = await testDatabase(t);
  const [ids, others] = [idSource(db, 10), idSource(db, 10)];
  await ids.take(1);
  const [elsewhere = 0] = await others.take(1);

  ids.discard();

  const [next = 0] = await ids.take(1);
  assert.ok(next > elsewhere);
});
