import type { Test } from "@banter/core/test/at-end.ts";
import type { Event, Stored } from "./check/history.ts";
import type { Violation } from "./check/rules.ts";
import { openStage, type Stage, type StageOptions } from "./stage.ts";

/** A fault under which every promise must hold. */
export type Scenario = {
  name: string;
  /** For the table in docs/reliability.md. */
  does: string;
  boundSeconds: number;
  run(stage: Stage): Promise<void>;
};

export type Outcome = {
  name: string;
  seconds: number;
  violations: Violation[];
  notes: Record<string, number>;
  /** All that was observed, for a broken promise that must be understood afterwards. */
  evidence: { events: Event[]; stored: Stored | undefined };
};

/** Runs a scenario and cleans up after it. Exceeding its time limit is a violation too. */
export async function runScenario(scenario: Scenario, options: Omit<StageOptions, "t">): Promise<Outcome> {
  const endings: (() => Promise<unknown>)[] = [];
  const t: Test = { after: (work) => void endings.push(work) };
  const stage = openStage({ t, ...options });
  const startedAt = performance.now();
  const boundSeconds = scenario.boundSeconds * stage.patience;
  const timer = setTimeout(() => {
    stage.fail("slow", `${scenario.name} did not end within ${boundSeconds} s`);
    stage.end();
  }, boundSeconds * 1000);
  try {
    await scenario.run(stage);
  } catch (error) {
    stage.fail("misbehaved", error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    clearTimeout(timer);
    stage.end();
    for (const work of endings) await work().catch((error: Error) => stage.fail("misbehaved", error.message));
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const { violations, notes, stored, history } = stage;
  return { name: scenario.name, seconds, violations, notes, evidence: { events: history.events, stored } };
}
