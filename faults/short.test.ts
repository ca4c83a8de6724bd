import { longQueue } from "./scenarios/long-queue.ts";
import { pausedNode } from "./scenarios/paused-node.ts";
import { poison } from "./scenarios/poison.ts";
import { postgresRestart } from "./scenarios/postgres.ts";
import { webhooksShuffled } from "./scenarios/webhooks.ts";
import { wrongClocks } from "./scenarios/wrong-clocks.ts";
import { testScenarios } from "./test-scenarios.ts";

testScenarios([longQueue, pausedNode, webhooksShuffled, postgresRestart, poison, wrongClocks]);
