import { measure } from "../measure.ts";
import { openScene, type Scene } from "../prepare/scene.ts";
import { type Bench, narrow, type Pair, runPairs, type Saturation, warmUp, wide } from "./pairs.ts";

export type J1Result = { jobs: Record<string, Pair[]>; paced: Paced };

/** 20 jobs per second, of the floor and of the job. */
export type Paced = Pair;

/**
 * J1: a webhook, a keyword among a hundred, a flow of two messages, two calls to the platform, on 64 Messenger pages.
 */
export async function runJ1(bench: Bench): Promise<J1Result> {
  const { place, plan } = bench;
  const scene = await openScene(place, { name: "j1", pages: 64, stored: plan.stored });
  const server = await scene.start();
  const target = { port: server.port, source: scene.source };
  await warmUp(bench, server, target);
  const jobs: J1Result["jobs"] = {};
  for (const [name, saturation] of loadsOf(scene).slice(0, plan.isQuick ? 2 : undefined)) {
    jobs[name] = await runPairs(bench, server, target, saturation);
  }
  const load = { seconds: plan.paceSeconds, perSecond: 20 };
  const paced = { floor: await bench.floor.measure(load), figure: await measure(place, server, target, load) };
  await server.stop();
  await scene.scratch.drop();
  return { jobs, paced };
}

/** The first two loads have targets; the others add slow answers and reports of the platform. */
const loadsOf = ({ customers }: Scene): [string, Saturation][] => [
  ["J1 64 pages", { jobsUnderWay: narrow }],
  ["J1 64 pages, 256 under way", { jobsUnderWay: wide }],
  ["J1 64 pages, with echoes and receipts", { jobsUnderWay: wide, reported: customers }],
  ["J1 64 pages, platform 100 ms", { jobsUnderWay: wide, answerAfterMs: 100 }],
];

/** The same on one page, on a separate server. */
export async function runJ1OnOnePage(bench: Bench): Promise<Pair[]> {
  const scene = await openScene(bench.place, { name: "j1", pages: 1, stored: bench.plan.stored });
  const server = await scene.start();
  const target = { port: server.port, source: scene.source };
  await warmUp(bench, server, target);
  const pairs = await runPairs(bench, server, target, { jobsUnderWay: narrow });
  await server.stop();
  await scene.scratch.drop();
  return pairs;
}
