import type { Scenario } from "../scenario.ts";
import { hasCitus } from "../world/citus.ts";
import { audience } from "./audience.ts";
import { calm } from "./calm.ts";
import { badLine, lostConnections } from "./database-line.ts";
import { fullDisk } from "./full-disk.ts";
import { kills, killsInLoad, takeOvers } from "./kills.ts";
import { longQueue } from "./long-queue.ts";
import { pausedNode, pausedOwner } from "./paused-node.ts";
import {
  lateEchoes,
  platformAway,
  platformHangs,
  platformRefuses,
  platformSlow,
  platformThrottles,
} from "./platforms.ts";
import { poison } from "./poison.ts";
import { postgresAway, postgresFreeze, postgresKill, postgresRestart, postgresSyncs } from "./postgres.ts";
import { rollingRestarts } from "./rolling-restarts.ts";
import { shardMoves } from "./shard-moves.ts";
import { soak } from "./soak.ts";
import { outOfFiles, smallHeap } from "./starved-node.ts";
import { streams } from "./streams.ts";
import { supervised } from "./supervised.ts";
import { timers } from "./timers.ts";
import { webhooksDoubled, webhooksShuffled } from "./webhooks.ts";
import { wrongClocks } from "./wrong-clocks.ts";

/** Every scenario. Adding one is a file here and a line below. The longest come first, so that lanes end together. */
export const scenarios: Scenario[] = [
  kills,
  takeOvers,
  audience,
  timers,
  supervised,
  killsInLoad,
  lateEchoes,
  postgresAway,
  longQueue,
  pausedOwner,
  pausedNode,
  postgresFreeze,
  postgresRestart,
  postgresKill,
  postgresSyncs,
  rollingRestarts,
  badLine,
  lostConnections,
  wrongClocks,
  outOfFiles,
  smallHeap,
  streams,
  fullDisk,
  platformHangs,
  platformSlow,
  platformRefuses,
  platformThrottles,
  platformAway,
  webhooksShuffled,
  webhooksDoubled,
  poison,
  calm,
  ...(hasCitus ? [shardMoves] : []),
];

/** Scenarios that say nothing in a run of minutes: they run if they are named, and with `--long`. */
export const longScenarios: Scenario[] = [soak];
