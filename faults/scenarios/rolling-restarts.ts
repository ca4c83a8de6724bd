import { setTimeout as sleep } from "node:timers/promises";
import { finishAndCheck } from "../check/finish-and-check.ts";
import { expectAnswers } from "../load/probe.ts";
import { startTraffic } from "../load/traffic.ts";
import type { Scenario } from "../scenario.ts";
import { openWorld } from "../world/open.ts";

/** A node that shuts down in order has finished its calls, so that no message is sent again. */
export const rollingRestarts: Scenario = {
  name: "rolling-restarts",
  does: "two nodes are stopped in order (SIGTERM) and started again in turn, under load, on a slow platform",
  boundSeconds: 240,
  async run(stage) {
    const world = await openWorld(stage, { channel: "post", nodes: 2 });
    world.platform.treat = () => ({ delayMs: 100 + stage.random() * 200 });
    const load = startTraffic(world, {});
    for (let round = 0; round < stage.times(2, 8) && !stage.isEnough(); round++) {
      await sleep(500 + stage.random() * 1000);
      const node = world.nodes[round % 2];
      const code = await node?.stop(30_000);
      if (code !== 0) stage.fail("misbehaved", `a node did not shut down within 30 s of SIGTERM: exit code ${code}`);
      await node?.start();
      stage.count("restarts");
    }
    await expectAnswers(world, { withinMs: 5000, after: "the last restart" });
    await load.stop();
    await finishAndCheck(world);
    const { repeats = 0 } = stage.notes;
    if (repeats > 0) stage.fail("misbehaved", `${repeats} messages were sent again after orderly shutdowns`);
  },
};
