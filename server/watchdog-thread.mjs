// The thread of watchdog.ts. JavaScript, since a thread that strips types would load the compiler once more.
import { writeSync } from "node:fs";
import { workerData } from "node:worker_threads";

const { progress, tickMs, maxTicks } = workerData;
let seen = Atomics.load(progress, 0);
let ticks = 0;

setInterval(() => {
  const now = Atomics.load(progress, 0);
  ticks = now === seen ? ticks + 1 : 0;
  seen = now;
  if (ticks < maxTicks) return;
  // SIGKILL, since the event loop may be the very thing that is stuck.
  writeSync(2, `No progress for ${Math.round((ticks * tickMs) / 1000)} seconds: the process ends itself.\n`);
  process.kill(process.pid, "SIGKILL");
}, tickMs);
