import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { wakeLoop } from "./wake-loop.ts";

const never = Number.POSITIVE_INFINITY;

const fail = (error: unknown) => assert.fail(error instanceof Error ? error : String(error));

function counted(results: (number | Error)[]) {
  const runs: number[] = [];
  let underWay = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++underWay);
    const result = results[runs.push(runs.length) - 1] ?? never;
    await sleep(1);
    underWay--;
    if (result instanceof Error) throw result;
    return result;
  };
  return { work, runs, most: () => most };
}

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await sleep(1);
}

test("waking runs the work, one run at a time, however often it is woken", async () => {
  const { work, runs, most } = counted([]);
  const loop = wakeLoop(work, fail);

  for (let count = 0; count < 100; count++) loop.wake();
  await until(() => runs.length === 1);
  // Woken a hundred times while it runs, it runs once more.
  for (let count = 0; count < 100; count++) loop.wake();
  await until(() => runs.length > 1);
  await sleep(50);
  await loop.stop();

  assert.equal(runs.length, 2);
  assert.equal(most(), 1);
});

test("work that asks to run again does so without being woken", async () => {
  const { work, runs } = counted([0, 0, 5, 0, never]);
  const loop = wakeLoop(work, fail);

  loop.wake();
  await until(() => runs.length === 5);
  await loop.stop();

  assert.equal(runs.length, 5);
});

test("work that always asks to run again does not block the event loop", async () => {
  const loop = wakeLoop(async () => 0, fail);
  loop.wake();

  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  while (ticks < 20) await sleep(1);
  clearInterval(timer);
  await loop.stop();
});

test("work that wakes itself in every run does not block the event loop", async () => {
  const loop = wakeLoop(async () => {
    loop.wake();
    return 0;
  }, fail);
  loop.wake();

  await sleep(20);
  await loop.stop();
});

test("a failure is reported, and the next run starts by itself", async () => {
  const errors: unknown[] = [];
  const { work, runs } = counted([new Error("away"), never]);
  const loop = wakeLoop(work, (error) => errors.push(error));

  loop.wake();
  await until(() => runs.length === 2);
  await loop.stop();

  assert.equal(errors.length, 1);
});

test("stopping waits for the current run and starts no further one", async () => {
  const { work, runs } = counted([0, 0, 0]);
  const loop = wakeLoop(work, fail);
  loop.wake();
  await until(() => runs.length > 0);

  await loop.stop();
  const before = runs.length;
  loop.wake();
  await sleep(20);

  assert.equal(runs.length, before);
});
