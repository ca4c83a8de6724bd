import { constants } from "node:os";
import { runJobs } from "./jobs.ts";
import { openPlace, openUndo } from "./place.ts";
import { readPlan } from "./plan.ts";
import { hasLost, openResults, writeResults } from "./results.ts";
import { printTable } from "./table.ts";

// npm run bench: how fast Banter is beside what the machine gives. `--quick` takes under a minute; `--cpu-prof` leaves
// a profile of the server for each job, and prints it; words such as J2 choose jobs. Only a run of all jobs without
// profiles, which cost time themselves, is written down.
const plan = readPlan(process.argv.slice(2));
const results = openResults(plan);
const undo = openUndo();
let isEnding = false;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => void end(128 + constants.signals[signal]));
}
process.on("uncaughtException", fail);
setTimeout(() => {
  printTable(results);
  fail(new Error(`Not done within ${plan.deadlineSeconds} s.`));
}, plan.deadlineSeconds * 1000).unref();

try {
  await runJobs(await openPlace(undo), plan, results);
  printTable(results);
  if (plan.only.length === 0 && !plan.isProfiled) writeResults(results);
  await end(hasLost(results) ? 1 : 0);
} catch (error) {
  fail(error);
}

/** Whatever breaks because we are ending is no news. */
function fail(error: unknown): void {
  if (!isEnding) console.error(error);
  void end(1);
}

/** Nothing is left behind, however it ends. The first reason to end counts. */
async function end(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  await undo.all();
  process.exit(code);
}
