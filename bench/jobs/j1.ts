import { setTimeout as sleep } from "node:timers/promises";
import { nowMs } from "../clock.ts";
import { type NewShare, webhookSource } from "../load/webhooks.ts";
import { measure } from "../measure.ts";
import type { Plan } from "../plan.ts";
import { openScene } from "../prepare/scene.ts";
import { megabytesOf } from "../usage.ts";
import { type IdleFigure, runIdle, watchIdle } from "./idle.ts";
import { type Bench, narrow, type Pair, runPairs, type Saturation, warmUp, wide } from "./pairs.ts";

export type J1Result = {
  /** 20 jobs per second, all customers new. */
  paced: Pair;
  memory: { megabytesAtEnd: number; megabytesLater: number; laterSeconds: number };
  idle: IdleFigure[];
};

/**
 * J1: a webhook, a keyword among a hundred, a flow of two messages, two calls to the platform, on 64 Messenger pages.
 */
export async function runJ1(bench: Bench, onPairs: (name: string, pairs: Pair[]) => void): Promise<J1Result> {
  const { place, plan } = bench;
  const scene = await openScene(place, { name: "j1", pages: 64, stored: plan.stored });
  const server = await scene.start();
  const targetOf = (share: NewShare) => ({ port: server.port, source: webhookSource(scene.customers, share) });
  await warmUp(bench, server, targetOf("half"));
  for (const { share, isReported = false, ...saturation } of loadsOf(plan)) {
    const name = nameOf({ share, isReported, ...saturation });
    process.stderr.write(`  ${name}\n`);
    const reports = isReported ? { reported: scene.customers } : {};
    onPairs(name, await runPairs(bench, server, targetOf(share), { ...saturation, ...reports }));
  }
  const endedAt = nowMs();
  const megabytesAtEnd = megabytesOf(server.pid);
  process.stderr.write("  J1 at 20/s\n");
  const load = { seconds: plan.paceSeconds, perSecond: 20 };
  const floor = await bench.floor.measure({ ...load, seconds: plan.paceSeconds / 2 });
  const paced = { floor, figure: await measure(place, server, targetOf("all"), load) };
  process.stderr.write("  idle\n");
  // A server that is idle does not disturb the next one, and is left alone until its memory is read again.
  const idle = [await watchIdle(bench, server, 64), await runIdle(bench, plan.manyPages)];
  await sleep(Math.max(0, endedAt + plan.laterSeconds * 1000 - nowMs()));
  const memory = { megabytesAtEnd, megabytesLater: megabytesOf(server.pid), laterSeconds: plan.laterSeconds };
  await server.stop();
  await scene.scratch.drop();
  return { paced, memory, idle };
}

type J1Load = Omit<Saturation, "reported"> & { share: NewShare; isReported?: boolean };

/** A quick run has fewer. */
export const loadsOf = ({ isQuick }: Plan): J1Load[] => (isQuick ? quickLoads : [...quickLoads, ...otherLoads]);

const quickLoads: J1Load[] = [
  { jobsUnderWay: narrow, share: "all" },
  { jobsUnderWay: narrow, share: "half" },
  { jobsUnderWay: narrow, share: "none" },
  { jobsUnderWay: wide, share: "all" },
];

const otherLoads: J1Load[] = [
  { jobsUnderWay: wide, share: "half" },
  { jobsUnderWay: wide, share: "none" },
  { jobsUnderWay: wide, share: "half", isReported: true },
  { jobsUnderWay: wide, share: "half", answerAfterMs: 100 },
];

/** The name of a load in the table. */
export function nameOf({ jobsUnderWay, share, isReported, answerAfterMs }: J1Load): string {
  const more = `${isReported ? ", with echoes and receipts" : ""}${answerAfterMs ? `, platform ${answerAfterMs} ms` : ""}`;
  return `J1 64 pages, ${jobsUnderWay} under way, ${share} new${more}`;
}

/** The same on one page, on a separate server. */
export async function runJ1OnOnePage(bench: Bench): Promise<Pair[]> {
  const scene = await openScene(bench.place, { name: "j1", pages: 1, stored: bench.plan.stored });
  const server = await scene.start();
  const target = { port: server.port, source: webhookSource(scene.customers, "all") };
  await warmUp(bench, server, target);
  const pairs = await runPairs(bench, server, target, { jobsUnderWay: narrow });
  await server.stop();
  await scene.scratch.drop();
  return pairs;
}
