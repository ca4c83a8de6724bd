import { readPlan, runPlan } from "./plan.ts";
import { printTable, printViolations } from "./table.ts";

// npm run test:faults: every scenario, in 15 minutes at most, and a table of the results in Markdown. Words choose
// scenarios by their names; `--short` makes each as small as in `npm test`; SEED=7 repeats the draws of a run.
const plan = readPlan(process.argv.slice(2));
const outcomes = await runPlan(plan);
printViolations(outcomes);
printTable(plan, outcomes);
process.exit(outcomes.every(({ violations }) => violations.length === 0) ? 0 : 1);
