import assert from "node:assert/strict";
import { test } from "node:test";
import { coalesce } from "./coalesce.ts";

test("a burst runs at once and once more at its end", async () => {
  let runs = 0;
  const work = async () => {
    runs++;
    await new Promise((resolve) => setImmediate(resolve));
  };

  const first = coalesce("a", work);
  for (let burst = 0; burst < 10; burst++) void coalesce("a", work);
  const other = coalesce("b", work);
  await Promise.all([first, other]);

  assert.equal(runs, 3);
});

test("a failed run does not end the next one", async () => {
  let runs = 0;
  const work = async () => {
    if (++runs === 1) throw new Error("refused");
  };

  const first = coalesce("c", work);
  void coalesce("c", work);
  await first;
  await coalesce("c", work);

  assert.equal(runs, 3);
});
