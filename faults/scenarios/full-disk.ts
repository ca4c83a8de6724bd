import { setTimeout as sleep } from "node:timers/promises";
import { finishAndCheck } from "../check/finish-and-check.ts";
import { expectAnswers } from "../load/probe.ts";
import { startTraffic } from "../load/traffic.ts";
import type { Scenario } from "../scenario.ts";
import { openWorld } from "../world/open.ts";

/** PostgreSQL may exit when it cannot write its log; the operator restarts it when there is space. */
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
        // Repeated, because PostgreSQL frees space now and then.
        world.postgres.fillDisk();
        await sleep(250);
      }
      if (!world.nodes[0]?.isRunning()) stage.fail("misbehaved", "a node ended because the disk was full");
      world.postgres.freeDisk();
      await world.postgres.start();
      await expectAnswers(world, { withinMs: 5000, after: "the disk was freed" });
    }
    await load.stop();
    await finishAndCheck(world);
  },
};
