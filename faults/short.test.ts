import assert from "node:assert/strict";
import { test } from "node:test";
import { audience, expectKills } from "./scenarios/audience.ts";
import { longQueue } from "./scenarios/long-queue.ts";
import { pausedNode } from "./scenarios/paused-node.ts";
import { poison } from "./scenarios/poison.ts";
import { postgresRestart } from "./scenarios/postgres.ts";
import { webhooksShuffled } from "./scenarios/webhooks.ts";
import { wrongClocks } from "./scenarios/wrong-clocks.ts";
import { testScenarios } from "./test-scenarios.ts";

test("a run of the audience fails without a kill during each kind of work", () => {
  const failed: string[] = [];
  const notes = { "kills during the broadcast": 2, "kills during the rules": 1 };

  expectKills({ notes, isEnough: () => false, fail: (_, text) => void failed.push(text) });

  assert.deepEqual(failed, ["no node was killed during the sequence"]);
});

testScenarios([audience, longQueue, pausedNode, webhooksShuffled, postgresRestart, poison, wrongClocks]);
