import { setTimeout as sleep } from "node:timers/promises";
import { callWhile, type RepeatedCallsFigure } from "../load/repeated-calls.ts";
import { webhookSource } from "../load/webhooks.ts";
import { type Figure, measure } from "../measure.ts";
import { openScene } from "../prepare/scene.ts";
import type { Server } from "../server.ts";
import { type Bench, wide } from "./pairs.ts";

export type NodesFigure = {
  nodes: number;
  /** J1 on 64 pages with 256 jobs under way. */
  saturated: Figure;
  /** A node is killed (-9) under load. Its pages are answered by another one. */
  takeOver?: RepeatedCallsFigure;
  /** All nodes are replaced one after the other (SIGHUP) under load. */
  restart?: RepeatedCallsFigure;
};

/** The time before and after a fault in which the load runs. */
const aroundMs = 3000;

/** The same server with one and with more nodes: how much they do, and what a client notices when one is lost. */
export async function runNodes({ place, plan }: Bench, onFigure: (figure: NodesFigure) => void): Promise<void> {
  for (const nodes of plan.nodes) {
    process.stderr.write(`  ${nodes}\n`);
    const scene = await openScene(place, { name: "nodes", pages: 64, stored: plan.stored });
    const server = await scene.start({ settings: { NODES: String(nodes) } });
    const target = { port: server.port, source: webhookSource(scene.customers, "half") };
    await measure(place, server, target, { seconds: plan.warmUpSeconds, jobsUnderWay: wide });
    const saturated = await measure(place, server, target, { seconds: plan.seconds, jobsUnderWay: wide });
    const figure: NodesFigure = { nodes, saturated };
    if (nodes > 1) {
      figure.takeOver = await callWhile(place.platform, target, () => killOne(server, nodes));
      figure.restart = await callWhile(place.platform, target, () => replaceAll(server));
    }
    onFigure(figure);
    await server.stop();
    await scene.scratch.drop();
  }
}

async function killOne(server: Server, nodes: number): Promise<void> {
  await sleep(aroundMs);
  const [first] = server.nodePids();
  if (first !== undefined) process.kill(first, "SIGKILL");
  while (server.nodePids().length <= nodes) await sleep(100);
  await sleep(aroundMs);
}

async function replaceAll(server: Server): Promise<void> {
  await sleep(aroundMs);
  const replaced = server.says("all nodes replaced");
  process.kill(server.pid, "SIGHUP");
  await replaced;
  await sleep(aroundMs);
}
