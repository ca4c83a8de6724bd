import { threeInARowSource } from "../load/webhooks.ts";
import { type Figure, measure } from "../measure.ts";
import { openScene, type Scene, type SceneOptions } from "../prepare/scene.ts";
import type { Server } from "../server.ts";
import { megabytesOf } from "../usage.ts";
import { type Bench, narrow, type Paced, type Round, type Rounds, runPaced, runRounds, wide } from "./rounds.ts";

/** One load of a job. */
export type JobResult = { jobsUnderWay: number; rounds: Round[] };

export type J1Result = {
  jobs: Record<string, JobResult>;
  megabytesAtStart: number;
  /** At 20 jobs per second. */
  paced: Paced;
  /** Customers who write three messages without waiting for an answer. */
  inARow: Figure;
};

/**
 * J1: a webhook, a keyword among a hundred, a flow of two messages, two calls to the platform, on 64 Messenger pages.
 */
export async function runJ1(bench: Bench): Promise<J1Result> {
  const { place, plan } = bench;
  const scene = await openScene(place, { name: "j1", channel: "messenger", pages: 64, stored: plan.stored });
  const server = await scene.start();
  const megabytesAtStart = megabytesOf(server.pid);
  const target = { port: server.port, source: scene.source };
  const run = async (rounds: Rounds): Promise<JobResult> => ({
    jobsUnderWay: rounds.jobsUnderWay,
    rounds: await runRounds(bench, server, target, rounds),
  });
  const jobs: J1Result["jobs"] = {};
  for (const [name, rounds] of Object.entries(loadsOf(scene)).slice(0, plan.isQuick ? 2 : undefined)) {
    jobs[name] = await run(rounds);
  }
  const paced = await runPaced(bench, server, target);
  const inARow = await runInARow(bench, scene, server);
  await server.stop();
  await scene.scratch.drop();
  return { jobs, megabytesAtStart, paced, inARow };
}

/** The first two loads have targets; the others add slow answers and reports of the platform. */
const loadsOf = ({ customers }: Scene): Record<string, Rounds> => ({
  "J1 64 pages": { jobsUnderWay: narrow },
  "J1 64 pages, 256 under way": { jobsUnderWay: wide },
  "J1 64 pages, with echoes and receipts": { jobsUnderWay: wide, reported: customers },
  "J1 64 pages, platform 100 ms": { jobsUnderWay: wide, answerAfterMs: 100 },
});

/** The same on one page, on a separate server. */
export async function runJ1OnOnePage(bench: Bench, channel: SceneOptions["channel"]): Promise<JobResult> {
  const { place, plan } = bench;
  const scene = await openScene(place, { name: "j1", channel, pages: 1, stored: plan.stored });
  const server = await scene.start();
  const target = { port: server.port, source: scene.source };
  const rounds = await runRounds(bench, server, target, { jobsUnderWay: narrow });
  await server.stop();
  await scene.scratch.drop();
  return { jobsUnderWay: narrow, rounds };
}

/** Fifty customers per second. */
function runInARow({ place, plan }: Bench, { customers, requestOf }: Scene, server: Server): Promise<Figure> {
  const target = { port: server.port, source: threeInARowSource(customers, requestOf) };
  return measure(place, server, target, { seconds: plan.paceSeconds / 4, perSecond: 150 });
}
