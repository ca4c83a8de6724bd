import { setTimeout as sleep } from "node:timers/promises";
import { finishAndCheck } from "../check/finish-and-check.ts";
import { expectAnswers } from "../load/probe.ts";
import { startTraffic } from "../load/traffic.ts";
import type { Scenario } from "../scenario.ts";
import { countHolders, growCluster, shrinkCluster } from "../world/citus.ts";
import { openWorld } from "../world/open.ts";

/** Needs a Citus cluster: see docs/scaling.md. */
export const shardMoves: Scenario = {
  name: "shard-moves",
  does: "on Citus, a database server is added and gets half of the pages, then is emptied again, under load",
  boundSeconds: 400,
  async run(stage) {
    const world = await openWorld(stage, { channel: "messenger", pages: 8, isDistributed: true });
    const load = startTraffic(world, {});
    await sleep(3000);
    await growCluster(world.postgres.url);
    if ((await countHolders(world.postgres.url)) !== 2) stage.fail("misbehaved", "the new server got no pages");
    await expectAnswers(world, { withinMs: 60_000, after: "the move to a new server" });
    await shrinkCluster(world.postgres.url);
    if ((await countHolders(world.postgres.url)) !== 1) stage.fail("misbehaved", "the server was not emptied");
    await expectAnswers(world, { withinMs: 60_000, after: "the move back" });
    await load.stop();
    await finishAndCheck(world);
  },
};
