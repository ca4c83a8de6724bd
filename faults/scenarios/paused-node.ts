import { setTimeout as sleep } from "node:timers/promises";
import { finishAndCheck } from "../check/finish-and-check.ts";
import { expectAnswers } from "../load/probe.ts";
import { startTraffic } from "../load/traffic.ts";
import type { Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";
import { openWorld } from "../world/open.ts";
import { supervise } from "../world/supervise.ts";

const pauseMs = 12_000;

/** Pauses a node (SIGSTOP) for longer than its lease, then lets it continue. */
async function pauseNodes(stage: Stage, { nodes, pauses }: { nodes: number; pauses: number }): Promise<void> {
  const world = await openWorld(stage, { channel: "messenger", nodes });
  const load = startTraffic(world, { talkers: 10, gapMs: 200 });
  const supervisor = supervise(world);
  for (let pause = 0; pause < pauses && !stage.isOver(); pause++) {
    await sleep(1000 + stage.random() * 1000);
    const paused = world.nodes[pause % world.nodes.length];
    paused?.pause();
    await sleep(pauseMs);
    paused?.resume();
    await expectAnswers(world, { withinMs: 15_000, after: "a pause" });
  }
  await load.stop();
  await supervisor.stop();
  await finishAndCheck(world, { withinSeconds: 130 });
  for (const node of world.nodes) {
    const code = await node.stop(35_000);
    if (code !== 0) stage.fail("misbehaved", `a node that was paused did not stop on SIGTERM: exit code ${code}`);
  }
}

export const pausedNode: Scenario = {
  name: "paused-node",
  does: "the only node is stopped (SIGSTOP) for 12 s under load and wakes up after its lease",
  boundSeconds: 300,
  run: (stage) => pauseNodes(stage, { nodes: 1, pauses: stage.isShort ? 1 : 2 }),
};

export const pausedOwner: Scenario = {
  name: "paused-owner",
  does: "one of two nodes is stopped (SIGSTOP) for 12 s; the other takes its pages before it wakes up",
  boundSeconds: 300,
  run: (stage) => pauseNodes(stage, { nodes: 2, pauses: stage.isShort ? 1 : 3 }),
};
