// The thread of watchdog.ts. JavaScript, because a thread that strips types would load the compiler again.
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
  // SIGKILL, because the event loop may be stuck.
  writeSync(2, `No progress for ${Math.round((ticks * tickMs) / 1000)} seconds: killing the process.\n`);
  process.kill(process.pid, "SIGKILL");
}, tickMs);
