import assert from "node:assert/strict";
import { test } from "node:test";
import { runScenario, type Scenario } from "./scenario.ts";

/** Tests small versions of scenarios of `npm run test:faults`. */
export function testScenarios(scenarios: Scenario[]): void {
  test("every promise holds under", { concurrency: 3 }, async (t) => {
    const seed = Number(process.env.SEED ?? 1);
    const running = scenarios.map((scenario) =>
      t.test(scenario.does, async (t) => {
        const { violations, notes } = await runScenario(scenario, { seed, isShort: true });

        t.diagnostic(JSON.stringify(notes));
        assert.deepEqual(violations.slice(0, 10), []);
      }),
    );
    await Promise.all(running);
  });
}
