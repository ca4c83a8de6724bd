import { setTimeout as sleep } from "node:timers/promises";
import { finishAndCheck } from "../check/finish-and-check.ts";
import { expectAnswers } from "../load/probe.ts";
import { startTraffic } from "../load/traffic.ts";
import type { Scenario } from "../scenario.ts";
import { openWorld } from "../world/open.ts";

const preload = `--import ${new URL("../world/wrong-clock.ts", import.meta.url).href}`;
const ahead = (hours: number) => ({ NODE_OPTIONS: preload, CLOCK_SHIFT_MS: String(hours * 3_600_000) });
const setBack = { NODE_OPTIONS: preload, CLOCK_STEP_SECONDS: "5" };

/** The clocks of the two nodes, one pair after the other. */
const pairs = [
  [ahead(-24), ahead(24)],
  [ahead(6), ahead(-6)],
  [setBack, {}],
];

/** Leases, timers and waits are judged by the database's clock, whatever the nodes' own clocks say. */
export const wrongClocks: Scenario = {
  name: "wrong-clocks",
  does: "two nodes whose clocks are 6 and 24 hours wrong, or go back an hour every 5 s; one of them is killed (-9)",
  boundSeconds: 400,
  async run(stage) {
    const tried = stage.isShort ? pairs.slice(0, 1) : pairs;
    const world = await openWorld(stage, {
      // Without echoes: a call in doubt after the kill is repeated at once.
      ...{ channel: "post", nodes: 2 },
      settingsOf: (number) => pairs[0]?.[number] ?? {},
    });
    const load = startTraffic(world, { waiters: 4 });
    for (const [index, pair] of tried.entries()) {
      for (const [number, node] of world.nodes.entries()) {
        if (index === 0) break;
        await node.stop();
        await node.start(pair[number]);
      }
      await sleep(stage.isShort ? 3000 : 8000);
      const killed = index % 2;
      await world.nodes[killed]?.kill();
      await expectAnswers(world, { withinMs: 15_000, after: "a kill" });
      await world.nodes[killed]?.start(pair[killed]);
    }
    await load.stop();
    await finishAndCheck(world);
  },
};
