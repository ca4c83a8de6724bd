import { constants } from "node:os";
import { runJobs } from "./jobs.ts";
import { openPlace, openUndo } from "./place.ts";
import { readPlan } from "./plan.ts";
import { openResults, writeResults } from "./results.ts";
import { printTable } from "./table.ts";

// npm run bench: how fast Banter is beside what the machine gives. `--quick` takes under a minute, `--cpu-prof` leaves
// a profile of the server for each job; words such as J1 choose jobs.
const plan = readPlan(process.argv.slice(2));
const undo = openUndo();

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => void end(128 + constants.signals[signal]));
}
setTimeout(() => {
  console.error(`Not done within ${plan.deadlineSeconds} s; so far:`);
  printTable(results);
  void end(1);
}, plan.deadlineSeconds * 1000).unref();

const results = openResults();
try {
  await runJobs(await openPlace(undo), plan, results);
  printTable(results);
  writeResults(results);
  await end(0);
} catch (error) {
  console.error(error);
  await end(1);
}

/** Nothing is left behind, however it ends. */
async function end(code: number): Promise<never> {
  await undo.all();
  process.exit(code);
}
