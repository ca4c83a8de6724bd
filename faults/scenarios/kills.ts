import { setTimeout as sleep } from "node:timers/promises";
import type { FailPoint } from "../../server/fail-points.ts";
import { finishAndCheck } from "../check/finish-and-check.ts";
import { expectAnswers } from "../load/probe.ts";
import { startTraffic, type Traffic } from "../load/traffic.ts";
import type { Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";
import type { Node } from "../world/node.ts";
import { openWorld, type World, type WorldOptions } from "../world/open.ts";

export const kills: Scenario = {
  name: "kills",
  does: "one node with Messenger pages and echoes, killed (-9) again and again at the named fail-points",
  boundSeconds: 780,
  run: (stage) => killNodes(stage, { channel: "messenger", kills: stage.times(8, 75), traffic: { gapMs: 250 } }),
};

export const takeOvers: Scenario = {
  name: "take-overs",
  does: "two nodes that share the pages of a platform without echoes, both killed (-9) again and again",
  boundSeconds: 780,
  run: (stage) => killNodes(stage, { channel: "post", nodes: 2, kills: stage.times(6, 130), traffic: { gapMs: 200 } }),
};

/** The most times that each point is passed before the kill: some are passed once per start, others all the time. */
const passes: Record<FailPoint, number> = {
  "accept.before-commit": 15,
  "accept.after-commit": 15,
  "round.before-commit": 15,
  "round.after-commit": 15,
  "delivery.before-call": 20,
  "delivery.after-call": 20,
  "ledger.before-write": 10,
  "ledger.after-write": 10,
  "page.claimed": 3,
  "page.released": 1,
  "digest.before-commit": 1,
  "digest.after-commit": 1,
  "request.before-call": 2,
  "request.after-call": 2,
};
const failPoints = Object.keys(passes) as FailPoint[];

/** A node that does not reach its fail-point within this time is killed anyway. */
const patienceMs = 2000;

type Options = WorldOptions & { kills: number; traffic: Traffic };

async function killNodes(stage: Stage, options: Options): Promise<void> {
  const world = await openWorld(stage, options);
  const load = startTraffic(world, options.traffic);
  const kills = options.kills / world.nodes.length;
  const reached = await Promise.all(world.nodes.map((node, index) => killOften(world, node, { index, kills })));
  const points = reached.flat();
  stage.note("kills at fail-points", points.length);
  stage.note("fail-points", new Set(points).size);
  if (stage.isTimed && points.length < options.kills)
    stage.fail("slow", `only ${points.length} of ${options.kills} kills were at a fail-point`);
  await expectAnswers(world, { withinMs: 15_000, after: "the last kill" });
  await load.stop();
  await finishAndCheck(world, { withinSeconds: 130 });
}

/** Kills a node that many times, at each fail-point in turn. Returns the fail-points that it reached. */
async function killOften(
  { stage }: World,
  node: Node,
  { index, kills }: { index: number; kills: number },
): Promise<string[]> {
  const points: string[] = [];
  await sleep(index * 700);
  await node.kill();
  for (let kill = 0; points.length < kills && kill < kills * 2 && !stage.isEnough(); kill++) {
    const point = failPoints[(kill + index) % failPoints.length] ?? "round.after-commit";
    const settings = { FAIL_AT: `${point}:${1 + Math.floor(stage.random() * passes[point])}`, SHUTDOWN_GRACE_MS: "0" };
    await node.start(settings);
    // Only a node that shuts down in order releases pages.
    if (point === "page.released") setTimeout(() => void node.stop(), 500 * stage.random());
    const reached = await node.endedAt(patienceMs);
    await node.kill();
    stage.count("kills");
    if (reached) points.push(point);
    await sleep(stage.random() * 200);
  }
  await node.start();
  return points;
}
