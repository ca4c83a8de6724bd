import type { Floor } from "../anchors/open-floor.ts";
import type { Customers } from "../load/customers.ts";
import type { Target } from "../load/drive.ts";
import { startReports } from "../load/reports.ts";
import { type Figure, measure } from "../measure.ts";
import type { Place } from "../place.ts";
import type { Plan } from "../plan.ts";
import type { Server } from "../server.ts";

/** The floor and the job under the same load, one just after the other. */
export type Pair = { floor: Figure; figure: Figure };

/** Everything that is needed to measure a job. */
export type Bench = { place: Place; plan: Plan; floor: Floor };

/** Concurrent jobs in closed loops: the next job starts when one is done. */
export const [narrow, wide] = [32, 256];

export type Saturation = {
  jobsUnderWay: number;
  /** How long the platform takes to answer each call of the job; the floor's calls are answered at once. */
  answerAfterMs?: number;
  /** Customers whose deliveries the platform reports, as Meta does. Undefined: no reports. */
  reported?: Customers;
};

/** Measures a server that is warm at full load: floor, job, floor, job and so on. */
export async function runPairs(
  { place, plan, floor }: Bench,
  server: Server,
  target: Target,
  { jobsUnderWay, answerAfterMs = 0, reported }: Saturation,
): Promise<Pair[]> {
  const run = async () => {
    place.platform.answerAfter(answerAfterMs);
    const reports = reported && startReports(place.platform, target.port, reported);
    const figure = await measure(place, server, target, { seconds: plan.seconds, jobsUnderWay });
    await reports?.stop();
    place.platform.answerAfter(0);
    return figure;
  };
  const pairs: Pair[] = [];
  for (let nth = 0; nth < plan.pairs; nth++)
    pairs.push({ floor: await floor.measure({ seconds: plan.floorSeconds, jobsUnderWay }), figure: await run() });
  return pairs;
}

export const warmUp = ({ place, plan }: Pick<Bench, "place" | "plan">, server: Server, target: Target) =>
  measure(place, server, target, { seconds: plan.warmUpSeconds, jobsUnderWay: wide });
