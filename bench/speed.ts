import { constants } from "node:os";
import { runJobs } from "./jobs/index.ts";
import { openPlace, type Place } from "./place.ts";
import { readPlan } from "./plan.ts";
import { runProfile } from "./profile/run.ts";
import { faultsOf, openResults, writeResults } from "./report/results.ts";
import { printTable } from "./report/table.ts";
import { openUndo } from "./undo.ts";

// npm run bench: measures Banter end to end, in turn with a simple program (the floor) that shows what the machine can do
// in the same minute. Arguments select jobs (`npm run bench -- j4 j6`). `--quick` runs J1 only, and shorter; `--against`
// runs J1 in turn with another clone's server; `--soak` runs J1 for ten minutes at 70 %; `--profile` prints where the
// time of J1 goes; `--customers 10000` makes J8 smaller. Only a whole run is saved, in bench/results.json.
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
  const place = await openPlace(undo, plan);
  await (plan.isProfiled ? runProfile(place, plan) : measureAll(place));
  // Jobs that are lost or out of order make the run fail, however fast it was.
  const { lost, disordered } = faultsOf(results);
  await end(lost + disordered > 0 ? 1 : 0);
} catch (error) {
  fail(error);
}

async function measureAll(place: Place): Promise<void> {
  try {
    await runJobs(place, plan, results);
  } finally {
    if (!isEnding) printTable(results);
  }
  if (plan.only.length === 0 && !plan.isQuick && !plan.isSoak && plan.against === undefined) writeResults(results);
}

/** Errors that are caused by the shutdown are not reported. */
function fail(error: unknown): void {
  if (!isEnding) console.error(error);
  void end(1);
}

/** Cleans up and exits. Only the first call counts. */
async function end(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  await undo.all();
  process.exit(code);
}
