import assert from "node:assert/strict";
import { test } from "node:test";
import { sharedStatement } from "./shared-statement.ts";
import { splitBatch } from "./split-batch.ts";

test("callers that come at the same time share one statement", async () => {
  const runs: number[][] = [];
  const double = sharedStatement({
    run: async (items: number[]) => {
      runs.push(items);
      return items.map((item) => item * 2);
    },
  });

  assert.deepEqual(await Promise.all([double(1), double(2), double(3)]), [2, 4, 6]);
  assert.deepEqual(runs, [[1, 2, 3]]);
});

test("callers that come while statements run share the next one", async () => {
  const runs: number[][] = [];
  const gate = Promise.withResolvers<void>();
  const echo = sharedStatement({
    maxRunning: 1,
    run: async (items: number[]) => {
      runs.push(items);
      await gate.promise;
      return items;
    },
  });

  const first = echo(1);
  await new Promise((resolve) => setImmediate(resolve));
  const others = [echo(2), echo(3)];
  gate.resolve();

  assert.deepEqual(await Promise.all([first, ...others]), [1, 2, 3]);
  assert.deepEqual(runs, [[1], [2, 3]]);
});

test("one bad item fails alone if the items have groups", async () => {
  const store = sharedStatement({
    groupOf: (item: string) => item.slice(0, 1),
    run: async (items: string[]) => {
      if (items.includes("b2")) throw new Error("bad");
      return items;
    },
  });

  const results = await Promise.allSettled(["a1", "b1", "b2", "b3", "c1"].map(store));

  assert.deepEqual(
    results.map(({ status }) => status),
    ["fulfilled", "fulfilled", "rejected", "fulfilled", "fulfilled"],
  );
});

test("all callers fail at once if the database is away", async () => {
  let runs = 0;
  const store = sharedStatement({
    groupOf: (item: string) => item,
    run: async () => {
      runs++;
      throw Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
    },
  });

  const results = await Promise.allSettled(["a", "b", "c"].map(store));

  assert.ok(results.every(({ status }) => status === "rejected"));
  assert.equal(runs, 1);
});

test("a caller is refused when too many wait", async () => {
  const store = sharedStatement({ maxWaiting: 2, run: async (items: number[]) => items });

  const results = await Promise.allSettled([1, 2, 3].map(store));

  assert.deepEqual(
    results.map(({ status }) => status),
    ["fulfilled", "fulfilled", "rejected"],
  );
});

test("a failed batch is split into its groups, then into halves", () => {
  const groupOf = (item: string) => item.slice(0, 1);

  assert.deepEqual(splitBatch(["a1", "b1", "a2"], groupOf), [["a1", "a2"], ["b1"]]);
  assert.deepEqual(splitBatch(["a1", "a2", "a3"], groupOf), [["a1", "a2"], ["a3"]]);
  assert.deepEqual(splitBatch(["a1"], groupOf), []);
});
