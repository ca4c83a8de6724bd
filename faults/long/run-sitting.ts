import { runScenario, type Scenario } from "../scenario.ts";
import { printViolations } from "../table.ts";
import { type Amount, addOutcome, amounts, countDone, describeProgress, type Sitting } from "./amounts.ts";
import { findVersion, keepEvidence, readSittings, sittingsFolder, writeSitting } from "./sittings.ts";

const partMinutes = 5;
/** Two amounts are worked on at a time, because their scenarios mostly wait. */
const lanes = 2;

type SittingPlan = { scenarios: Scenario[]; seed: number; minutes: number };

/**
 * `--long`: repeats the faults of all amounts until they are reached or the minutes are over, in addition to earlier
 * sittings. Resolves to false after a broken promise.
 */
export async function runSitting({ scenarios, seed, minutes }: SittingPlan): Promise<boolean> {
  const folder = sittingsFolder();
  const endAt = performance.now() + minutes * 60_000;
  const version = findVersion();
  const sitting: Sitting = { version, startedAt: new Date().toISOString(), counts: {}, broken: [] };
  const earlier = readSittings(folder);
  const chosen = amounts.map((amount) => ({
    ...amount,
    scenarios: amount.scenarios.filter((scenario) => scenarios.includes(scenario)),
  }));
  const busy = new Set<Amount>();
  const isOver = () => sitting.broken.length > 0 || performance.now() > endAt;
  const doneOf = (amount: Amount) => countDone([...earlier, sitting], version, amount) / amount.wanted;
  const report = () => console.log(describeProgress([...earlier, sitting], version).join("\n"));
  let parts = earlier.length;

  /** The amount that is least far. */
  const next = () =>
    chosen
      .filter((amount) => !busy.has(amount) && amount.scenarios.length > 0 && doneOf(amount) < 1)
      .sort((one, other) => doneOf(one) - doneOf(other))[0];

  async function runLane(): Promise<void> {
    for (let amount = next(); amount && !isOver(); amount = next()) {
      busy.add(amount);
      await runPart(amount);
      busy.delete(amount);
    }
  }

  /** Takes the scenarios of an amount in turn. */
  async function runPart(amount: Amount): Promise<void> {
    const scenario = amount.scenarios[parts++ % amount.scenarios.length];
    if (!scenario) return;
    const partSeed = seed + parts;
    const partEnd = performance.now() + (amount.partMinutes ?? partMinutes) * 60_000;
    const isEnough = () => isOver() || performance.now() > partEnd;
    const outcome = await runScenario(scenario, { seed: partSeed, isShort: false, isEnough });
    addOutcome(sitting, amount, outcome);
    writeSitting(folder, sitting);
    console.log(`${scenario.name}, ${outcome.seconds} s, SEED=${partSeed}: ${JSON.stringify(outcome.notes)}`);
    if (outcome.violations.length === 0) return;
    printViolations([outcome]);
    console.log(`evidence: ${keepEvidence(folder, sitting, { ...outcome, seed: partSeed })}`);
  }

  console.log(`version ${version}`);
  report();
  await Promise.all(Array.from({ length: lanes }, runLane));
  report();
  return sitting.broken.length === 0;
}
