import { runScenario, type Scenario } from "../scenario.ts";
import { printViolations } from "../table.ts";
import { type Amount, addOutcome, amounts, countDone, describeProgress, type Sitting } from "./amounts.ts";
import { findVersion, keepEvidence, readSittings, sittingsFolder, writeSitting } from "./sittings.ts";

/** Faults are repeated in parts of this length: each has a new database, and is checked and counted at its end. */
const partMs = 5 * 60_000;

type SittingPlan = { scenarios: Scenario[]; seed: number; minutes: number };

/**
 * `--long`: repeats the faults of all amounts until they are reached or the minutes are over, in addition to earlier
 * sittings. Resolves to false after a broken promise.
 */
export async function runSitting({ scenarios: chosen, seed, minutes }: SittingPlan): Promise<boolean> {
  const folder = sittingsFolder();
  const endAt = performance.now() + minutes * 60_000;
  const version = findVersion();
  const sitting: Sitting = { version, startedAt: new Date().toISOString(), counts: {}, broken: [] };
  const earlier = readSittings(folder);
  const isOver = () => sitting.broken.length > 0 || performance.now() > endAt;
  const doneOf = (amount: Amount) => countDone([...earlier, sitting], version, amount);
  const report = () => console.log(describeProgress([...earlier, sitting], version).join("\n"));
  let parts = 0;

  /** Takes the scenarios of an amount in turn, beginning with another one in each sitting. */
  async function reach(amount: Amount): Promise<void> {
    const { wanted } = amount;
    const scenarios = amount.scenarios.filter((scenario) => chosen.includes(scenario));
    for (let part = earlier.length; doneOf(amount) < wanted && !isOver(); part++) {
      const scenario = scenarios[part % scenarios.length];
      if (!scenario) return;
      const partSeed = seed + parts++;
      const partEnd = performance.now() + partMs;
      const isEnough = () => isOver() || performance.now() > partEnd;
      const outcome = await runScenario(scenario, { seed: partSeed, isShort: false, isEnough });
      addOutcome(sitting, amount, outcome);
      writeSitting(folder, sitting);
      if (outcome.violations.length > 0) {
        printViolations([outcome]);
        console.log(`evidence: ${keepEvidence(folder, sitting, { ...outcome, seed: partSeed })}`);
      }
      console.log(`${scenario.name}, ${outcome.seconds} s, SEED=${partSeed}: ${JSON.stringify(outcome.notes)}`);
    }
  }

  console.log(`version ${version}`);
  report();
  await Promise.all(amounts.map(reach));
  report();
  return sitting.broken.length === 0;
}
