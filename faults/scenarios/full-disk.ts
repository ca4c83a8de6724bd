import { setTimeout as sleep } from "node:timers/promises";
import { expectAnswers } from "../load/probe.ts";
import { startTraffic } from "../load/traffic.ts";
import type { Scenario } from "../scenario.ts";
import { settle } from "../settle.ts";
import { openWorld } from "../world/open.ts";

/** PostgreSQL may end when it cannot write its log; its operator starts it again when there is space. */
export const fullDisk: Scenario = {
  name: "full-disk",
  does: "PostgreSQL's disk is full for 15 s under load: calls are refused, and all goes on when there is space",
  boundSeconds: 240,
  async run(stage) {
    const world = await openWorld(stage, { channel: "messenger", hasSmallDisk: true });
    const load = startTraffic(world, {});
    for (let time = 0; time < (stage.isShort ? 1 : 2) && !stage.isOver(); time++) {
      await sleep(2000);
      const endAt = performance.now() + (stage.isShort ? 6000 : 15_000);
      while (performance.now() < endAt) {
        // Space that PostgreSQL gives back is taken too.
        world.postgres.fillDisk();
        await sleep(250);
      }
      if (!world.nodes[0]?.isRunning()) stage.fail("misbehaved", "a node ended because the disk was full");
      world.postgres.freeDisk();
      await world.postgres.start();
      await expectAnswers(world, { withinMs: 5000, after: "the disk was freed" });
    }
    await load.stop();
    await settle(world);
  },
};
