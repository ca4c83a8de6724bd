import { runSitting } from "./long/run-sitting.ts";
import { readPlan, runPlan } from "./plan.ts";
import { printTable } from "./table.ts";

// npm run test:faults: runs every scenario in at most 25 minutes and prints the results as a Markdown table. Arguments
// select scenarios by name; `--short` makes each as small as in `npm test`; SEED=7 repeats the random draws of a run.
// `--long` instead repeats kills, crashes and restarts up to the amounts of a release, in one or several sittings.
const plan = readPlan(process.argv.slice(2));
if (plan.long) process.exit((await runSitting({ ...plan, ...plan.long })) ? 0 : 1);
const outcomes = await runPlan(plan);
printTable(plan, outcomes);
process.exit(outcomes.every(({ violations }) => violations.length === 0) ? 0 : 1);
