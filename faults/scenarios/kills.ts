import { setTimeout as sleep } from "node:timers/promises";
import type { FailPoint } from "../../server/fail-points.ts";
import { expectAnswers } from "../load/probe.ts";
import { startTraffic, type Traffic } from "../load/traffic.ts";
import type { Scenario } from "../scenario.ts";
import { settle } from "../settle.ts";
import type { Stage } from "../stage.ts";
import type { Node } from "../world/node.ts";
import { openWorld, type World, type WorldOptions } from "../world/open.ts";

/** How often a point may be passed before the process is killed there. Some are passed once a start, others all the time. */
const passes: Record<FailPoint, number> = {
  "accept.before-commit": 40,
  "accept.after-commit": 40,
  "round.before-commit": 30,
  "round.after-commit": 30,
  "delivery.before-call": 40,
  "delivery.after-call": 40,
  "ledger.before-write": 20,
  "ledger.after-write": 20,
  "page.claimed": 4,
  "page.released": 4,
  "request.before-call": 4,
  "request.after-call": 4,
};
const failPoints = Object.keys(passes) as FailPoint[];

/** A node that does not come to its fail-point by then is killed where it is. */
const patienceMs = 1500;

/** Kills one node after the other, each at a fail-point, while the load goes on. */
function killing(
  options: WorldOptions & { full: number; short: number; traffic: Traffic },
): (stage: Stage) => Promise<void> {
  return async (stage) => {
    const world = await openWorld(stage, options);
    const load = startTraffic(world, options.traffic);
    const kills = stage.isShort ? options.short : options.full;
    await Promise.all(
      world.nodes.map((node, index) => killOften(world, node, { index, kills: kills / world.nodes.length })),
    );
    await expectAnswers(world, { withinMs: 15_000, after: "the last kill" });
    await load.stop();
    // A message that may have arrived waits 90 s for its echo before it is sent again.
    await settle(world, { withinSeconds: options.channel === "messenger" ? 130 : 60 });
  };
}

async function killOften(world: World, node: Node, { index, kills }: { index: number; kills: number }): Promise<void> {
  const { stage } = world;
  await sleep(index * 700);
  await node.kill();
  for (let kill = 0; kill < kills && !stage.isOver(); kill++) {
    // Each point in turn, so that all of them are come to; beside them one kill at any moment.
    const point = failPoints[(kill + index) % (failPoints.length + 1)];
    const at = point && `${point}:${1 + Math.floor(stage.random() * passes[point])}`;
    await node.start(at ? { FAIL_AT: at } : {});
    if (point === "page.released") setTimeout(() => void node.stop(), 500 * stage.random());
    const reached = await node.endedAt(at ? patienceMs : patienceMs * stage.random());
    await node.kill();
    count(stage, "kills");
    if (reached) count(stage, "kills at fail-points");
    await sleep(stage.random() * 200);
  }
  await node.start();
}

function count(stage: Stage, name: string): void {
  stage.note(name, (stage.notes[name] ?? 0) + 1);
}

export const kills: Scenario = {
  name: "kills",
  does: "one node with Messenger pages and echoes, killed (-9) again and again at the named fail-points",
  boundSeconds: 600,
  run: killing({ channel: "messenger", full: 110, short: 8, traffic: { gapMs: 250 } }),
};

export const takeOvers: Scenario = {
  name: "take-overs",
  does: "two nodes that share the pages of a platform without echoes, both killed (-9) again and again",
  boundSeconds: 600,
  run: killing({ channel: "post", nodes: 2, full: 110, short: 10, traffic: { gapMs: 150 } }),
};
