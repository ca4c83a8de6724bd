import { nowMs } from "../clock.ts";
import { drive } from "../load/drive.ts";
import { webhookSource } from "../load/webhooks.ts";
import { type Figure, measure } from "../measure.ts";
import { openScene } from "../prepare/scene.ts";
import { megabytesOf } from "../usage.ts";
import { type Bench, wide } from "./pairs.ts";

export type SoakResult = {
  perSecond: number;
  figure: Figure;
  /** Samples of the server's memory. */
  samples: { second: number; megabytes: number }[];
};

const part = 0.7;
const sampleMs = 5000;

/** J1 on 64 pages at 70 % of the rate that it reaches. */
export async function runSoak({ place, plan }: Bench): Promise<SoakResult> {
  const scene = await openScene(place, { name: "soak", pages: 64, stored: plan.stored });
  const server = await scene.start();
  const target = { port: server.port, source: webhookSource(scene.customers, "half") };
  await drive(place.platform, target, { seconds: plan.warmUpSeconds, jobsUnderWay: wide });
  const { jobsPerSecond } = await drive(place.platform, target, { seconds: plan.seconds, jobsUnderWay: wide });
  await place.platform.untilQuiet();

  const perSecond = Math.floor(jobsPerSecond * part);
  const startedAt = nowMs();
  const samples: SoakResult["samples"] = [];
  const timer = setInterval(() => {
    samples.push({ second: Math.round((nowMs() - startedAt) / 1000), megabytes: megabytesOf(server.pid) });
  }, sampleMs);
  const figure = await measure(place, server, target, { seconds: plan.soakSeconds, perSecond }).finally(() =>
    clearInterval(timer),
  );
  await server.stop();
  await scene.scratch.drop();
  return { perSecond, figure, samples };
}

/** The memory of the last quarter divided by that of the second one; the first quarter is the warm-up. */
export function growthOf(samples: SoakResult["samples"]): number {
  const quarter = Math.floor(samples.length / 4);
  const mean = (list: SoakResult["samples"]) => list.reduce((sum, { megabytes }) => sum + megabytes, 0) / list.length;
  return mean(samples.slice(-quarter)) / mean(samples.slice(quarter, quarter * 2));
}
