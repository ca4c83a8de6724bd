import type { AnchorSet, Anchors } from "../anchors/index.ts";
import type { Customers } from "../load/customers.ts";
import type { Load, Target } from "../load/drive.ts";
import { startReports } from "../load/reports.ts";
import { type Figure, measure } from "../measure.ts";
import type { Place } from "../place.ts";
import type { Plan } from "../plan.ts";
import type { Server } from "../server.ts";

/** A measurement with the anchors just before and after it. */
export type Round<F = Figure> = { before: Anchors; figure: F; after: Anchors };

/** Everything that is needed to measure a job. */
export type Bench = { place: Place; plan: Plan; anchors: AnchorSet };

/** Concurrent jobs in closed loops: the next job starts when one is done. */
export const [narrow, wide] = [32, 256];

export type Rounds = {
  jobsUnderWay: number;
  /** How long the platform takes to answer each call, except the anchors' calls. */
  answerAfterMs?: number;
  /** Customers whose deliveries the platform reports, as Meta does. Undefined: no reports. */
  reported?: Customers;
};

/** Warms the server up, then measures it at full load. The anchors after one round are those before the next. */
export async function runRounds(
  { place, plan, anchors }: Bench,
  server: Server,
  target: Target,
  { jobsUnderWay, answerAfterMs = 0, reported }: Rounds,
): Promise<Round[]> {
  const run = async (seconds: number) => {
    place.platform.answerAfter(answerAfterMs);
    const reports = reported && startReports(place.platform, target.port, reported);
    const figure = await measure(place, server, target, { seconds, jobsUnderWay });
    await reports?.stop();
    place.platform.answerAfter(0);
    return figure;
  };
  await run(plan.warmUpSeconds);
  const rounds: Round[] = [];
  let before = await anchors.measure(jobsUnderWay);
  for (let nth = 0; nth < plan.rounds; nth++) {
    const figure = await run(plan.seconds);
    const after = await anchors.measure(jobsUnderWay);
    rounds.push({ before, figure, after });
    before = after;
  }
  return rounds;
}

/** `floor`: the floor at the same rate, before and after. */
export type Paced = { figure: Figure; floor: Figure[] };

export async function runPaced({ place, plan, anchors }: Bench, server: Server, target: Target): Promise<Paced> {
  const load: Load = { seconds: plan.paceSeconds, perSecond: 20 };
  const floorBefore = await anchors.paceFloor(plan.paceSeconds / 4, load.perSecond);
  const figure = await measure(place, server, target, load);
  const floorAfter = await anchors.paceFloor(plan.paceSeconds / 4, load.perSecond);
  return { figure, floor: [floorBefore, floorAfter] };
}
