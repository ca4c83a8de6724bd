import { parseArgs } from "node:util";
import { type Outcome, runScenario, type Scenario } from "./scenario.ts";
import { longScenarios, scenarios } from "./scenarios/index.ts";
import { printViolations } from "./table.ts";

export type Plan = {
  scenarios: Scenario[];
  seed: number;
  isShort: boolean;
  lanes: number;
  /** A sitting of the long run instead, for that many minutes. */
  long: { minutes: number } | undefined;
};

/** Scenarios run side by side, because they mostly wait: for a lease to lapse, for PostgreSQL, for a restart. */
const lanes = 3;
const boundMs = 25 * 60_000;

export function readPlan(given: string[]): Plan {
  const { values, positionals: names } = parseArgs({
    args: given,
    allowPositionals: true,
    options: { short: { type: "boolean" }, long: { type: "boolean" }, minutes: { type: "string" } },
  });
  const known = [...scenarios, ...longScenarios];
  const unknown = names.filter((word) => !known.some(({ name }) => name === word));
  if (unknown.length > 0) {
    const all = known.map(({ name }) => name).join(", ");
    throw new Error(`Unknown: ${unknown.join(", ")}. Scenarios: ${all}.`);
  }
  const minutes = Number(values.minutes ?? Number.POSITIVE_INFINITY);
  if (!(minutes > 0) || (values.minutes !== undefined && !values.long)) throw new Error("--long --minutes 20");
  return {
    scenarios: names.length > 0 ? known.filter(({ name }) => names.includes(name)) : values.long ? known : scenarios,
    seed: Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31)),
    isShort: values.short ?? false,
    lanes,
    long: values.long ? { minutes } : undefined,
  };
}

/** Runs the scenarios, a few at a time. Scenarios that have no time left are not run, and count as failed. */
export async function runPlan({ scenarios, seed, isShort, lanes }: Plan): Promise<Outcome[]> {
  const endAt = performance.now() + boundMs;
  const waiting = scenarios.map((scenario, index) => ({ scenario, index }));
  const outcomes: Outcome[] = [];
  console.log(`SEED=${seed}`);

  async function runLane(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { scenario, index } = next;
      const hasTime = performance.now() < endAt;
      const outcome = hasTime
        ? await runScenario(within(scenario, endAt), { seed: seed + index, isShort })
        : notRun(scenario);
      outcomes[index] = outcome;
      console.log(`${outcome.violations.length === 0 ? "pass" : "FAIL"}  ${scenario.name}  ${outcome.seconds} s`);
      printViolations([outcome]);
    }
  }
  await Promise.all(Array.from({ length: lanes }, runLane));
  return outcomes;
}

const notRun = ({ name }: Scenario): Outcome => ({
  ...{ name, seconds: 0, notes: {} },
  violations: [{ kind: "slow", text: `${name} was not run: the scenarios before it took all of the time` }],
  evidence: { events: [], stored: undefined },
});

/** Shortens the scenario's time limit to the time left, minus the time for its clean-up. */
function within(scenario: Scenario, endAt: number): Scenario {
  const leftSeconds = Math.max(1, (endAt - performance.now()) / 1000 - 20);
  return { ...scenario, boundSeconds: Math.min(scenario.boundSeconds, leftSeconds) };
}
