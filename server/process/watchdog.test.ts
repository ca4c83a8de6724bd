import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { nodeHealth } from "../health.ts";
import { until } from "../test/until.ts";
import { heartbeatsMove, startWatchdog } from "./watchdog.ts";

/** A process with a watchdog of two seconds that prints a dot ten times a second and runs the given code. */
function aWatched(t: Test, { isMoving = true, work = "" }: { isMoving?: boolean; work?: string } = {}) {
  const program = `
    const { startWatchdog } = await import(${JSON.stringify(new URL("./watchdog.ts", import.meta.url).href)});
    startWatchdog({ limitMs: 2000, isMoving: () => ${isMoving}, onError: (error) => { throw error; } });
    setInterval(() => process.stdout.write("."), 100);
    ${work}`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: ["ignore", "pipe", "pipe"] });
  const watched = { child, dots: 0, said: "", ended: once(child, "close") as Promise<[number | null, string | null]> };
  child.stdout.on("data", (chunk) => {
    watched.dots += String(chunk).length;
  });
  child.stderr.on("data", (chunk) => {
    watched.said += chunk;
  });
  atEnd(t, async () => {
    child.kill("SIGKILL");
    await watched.ended;
  });
  return watched;
}

test("a process with a stuck event loop is killed", async (t) => {
  const watched = aWatched(t, { work: "setTimeout(() => { for (;;); }, 300);" });

  assert.deepEqual(await watched.ended, [null, "SIGKILL"]);
  assert.equal(watched.said, "No progress for 2 seconds: killing the process.\n");
});

test("the thread may take twice the memory that it takes at first", async (t) => {
  const starting = once(process, "worker") as Promise<[Worker]>;
  const watchdog = startWatchdog({ limitMs: 60_000, isMoving: () => true, onError: assert.ifError });
  atEnd(t, () => watchdog.stop());
  const [thread] = await starting;
  await once(thread, "online");
  const { used_heap_size } = await thread.getHeapStatistics();

  const { maxOldGenerationSizeMb = 0 } = thread.resourceLimits ?? {};
  assert.ok(2 * used_heap_size < maxOldGenerationSizeMb * 1024 * 1024, `${used_heap_size} bytes`);
});

test("a process in which something hangs is killed although its event loop runs", async (t) => {
  const watched = aWatched(t, { isMoving: false });

  assert.deepEqual(await watched.ended, [null, "SIGKILL"]);
  assert.ok(watched.dots > 0);
});

test("a process that was paused for longer than the limit is not killed", async (t) => {
  const watched = aWatched(t);
  await until(() => watched.dots > 0);

  watched.child.kill("SIGSTOP");
  await sleep(5000);
  const before = watched.dots;
  watched.child.kill("SIGCONT");
  // Runs for longer than the limit again.
  await until(() => watched.dots > before + 30 || watched.child.signalCode !== null);
  watched.child.kill("SIGTERM");

  assert.deepEqual(await watched.ended, [null, "SIGTERM"]);
  assert.equal(watched.said, "");
});

test("a failed heartbeat counts as progress, one that never ends does not", async () => {
  const health = nodeHealth();
  const isMoving = heartbeatsMove(health.heartbeats);
  assert.ok(isMoving());

  const [hanging, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const beats = [health.heartbeat(() => hanging.promise), health.heartbeat(() => other.promise)];
  assert.ok(!isMoving());
  other.reject(new Error("away"));
  await assert.rejects(beats[1] ?? assert.fail());
  assert.ok(isMoving());
  assert.ok(!isMoving());
  hanging.resolve();
  await beats[0];

  assert.ok(isMoving());
});
