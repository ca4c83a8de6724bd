import { setTimeout as sleep } from "node:timers/promises";
import { finishAndCheck } from "../check/finish-and-check.ts";
import { expectAnswers } from "../load/probe.ts";
import { startTraffic } from "../load/traffic.ts";
import type { Scenario } from "../scenario.ts";
import { openWorld } from "../world/open.ts";

/** The reference for all others: the same load without a fault. */
export const calm: Scenario = {
  name: "calm",
  does: "no fault: the load alone, which must find nothing",
  boundSeconds: 90,
  async run(stage) {
    const world = await openWorld(stage, { channel: "messenger" });
    const load = startTraffic(world, {});
    await sleep(stage.isShort ? 4000 : 10_000);
    await expectAnswers(world, { withinMs: 5000, after: "nothing" });
    await load.stop();
    await finishAndCheck(world);
  },
};
