import assert from "node:assert/strict";
import { test } from "node:test";
import { runScenario, type Scenario } from "./scenario.ts";
import { takeOvers } from "./scenarios/kills.ts";
import { longQueue } from "./scenarios/long-queue.ts";
import { pausedNode } from "./scenarios/paused-node.ts";
import { poison } from "./scenarios/poison.ts";
import { postgresRestart } from "./scenarios/postgres.ts";
import { webhooksShuffled } from "./scenarios/webhooks.ts";

/** Small versions of some scenarios of `npm run test:faults`: about two minutes. */
const chosen: Scenario[] = [longQueue, pausedNode, takeOvers, webhooksShuffled, postgresRestart, poison];

test("every promise holds under", { concurrency: 3 }, async (t) => {
  const seed = Number(process.env.SEED ?? 1);
  const running = chosen.map((scenario) =>
    t.test(scenario.does, async (t) => {
      const { violations, notes } = await runScenario(scenario, { seed, isShort: true });

      t.diagnostic(JSON.stringify(notes));
      assert.deepEqual(violations.slice(0, 10), []);
    }),
  );
  await Promise.all(running);
});
