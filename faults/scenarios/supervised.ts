import { setTimeout as sleep } from "node:timers/promises";
import { finishAndCheck } from "../check/finish-and-check.ts";
import { expectAnswers } from "../load/probe.ts";
import { startTraffic } from "../load/traffic.ts";
import type { Scenario } from "../scenario.ts";
import { openWorld } from "../world/open.ts";

/** The supervisor restarts what is killed, and gives connections to the nodes that are left. */
export const supervised: Scenario = {
  name: "supervised",
  does: "a server with three nodes behind one port, whose nodes are killed (-9) in turn, and replaced (SIGHUP)",
  boundSeconds: 300,
  async run(stage) {
    const world = await openWorld(stage, { channel: "post", settings: { NODES: "3" } });
    const load = startTraffic(world, {});
    for (let round = 0; round < (stage.isShort ? 4 : 24) && !stage.isOver(); round++) {
      await sleep(500 + stage.random() * 3000);
      if (round % 4 === 3) {
        world.nodes[0]?.signal("SIGHUP");
        stage.count("replacements");
        continue;
      }
      const pids = world.nodes[0]?.childPids() ?? [];
      const drawn = pids[Math.floor(stage.random() * pids.length)];
      if (drawn === undefined) continue;
      process.kill(drawn, "SIGKILL");
      stage.count("kills");
    }
    await expectAnswers(world, { withinMs: 15_000, after: "the last kill" });
    await load.stop();
    await finishAndCheck(world, { withinSeconds: 130 });
  },
};
