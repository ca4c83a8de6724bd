import { runScenario } from "../scenario.ts";
import { printTable, printViolations } from "../table.ts";
import { type Checkout, checkOut } from "./checkout.ts";
import { makeFixture } from "./make-fixture.ts";
import { rollingUpgrade } from "./rolling.ts";

// npm run test:upgrade -- v0.1.0: replaces nodes of that commit by nodes of this checkout, under load, and prints the
// results as a Markdown table. Needs the repository's history. `--short` does not judge times; SEED=7 repeats the draws.
// With `--fixture`, it keeps the data of that release for `npm test` instead.
const [commit = ""] = process.argv.slice(2).filter((word) => !word.startsWith("-"));
const endings: (() => Promise<unknown>)[] = [];
const t = { after: (work: () => Promise<unknown>) => void endings.push(work) };

try {
  if (commit === "") throw new Error("Usage: npm run test:upgrade -- <tag or commit>");
  const checkout = await checkOut(t, commit);
  await (process.argv.includes("--fixture") ? makeFixture(t, checkout) : replaceNodes(checkout));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
} finally {
  for (const work of endings.reverse()) await work();
}

async function replaceNodes(checkout: Checkout): Promise<void> {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  const scenario = rollingUpgrade(checkout);
  const outcome = await runScenario(scenario, { seed, isShort: process.argv.includes("--short") });
  printViolations([outcome]);
  printTable({ scenarios: [scenario], seed }, [outcome]);
  if (outcome.violations.length > 0) process.exitCode = 1;
}
