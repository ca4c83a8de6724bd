import type { JobResult } from "../jobs/j1.ts";
import { growthOf } from "../jobs/soak.ts";
import type { Figure } from "../measure.ts";
import { medianOf, ratioTo } from "./ratios.ts";
import { faultsOf, type Results } from "./results.ts";

export type Aim = { what: string; aim: string; value: number; isMet: boolean };

/** The targets with the measured values. Jobs that were not run have none. */
export function listAims(results: Results): Aim[] {
  return [
    ...saturationAims(results),
    ...(results.j1 ? pacedAims(results.j1.paced.figure) : []),
    ...readAims(results),
    ...burstAims(results),
    ...timerAims(results),
    ...growthAims(results),
    ...soakAims(results),
    ...faultAims(results),
  ];
}

/** Both loads count: few concurrent jobs share less work, many use more memory. */
function saturationAims({ jobs }: Results): Aim[] {
  const { "J1 64 pages": few, "J1 64 pages, 256 under way": many, "J1 test channel, one page": testChannel } = jobs;
  const rateOf = ({ rounds }: JobResult) => medianOf(rounds, ({ figure }) => figure.jobsPerSecond);
  const measured = few && many ? [few, many] : [];
  const loads = Object.entries(jobs).flatMap(([name, { rounds }]) => (name.startsWith("J1 64 pages") ? rounds : []));
  const megabytes = loads.map(({ figure }) => figure.megabytesAfter);
  return [
    ...measured.map(({ jobsUnderWay, rounds }) =>
      atLeast(
        `J1 64 pages of the floor, ${jobsUnderWay} under way`,
        0.6,
        medianOf(rounds, (round) => ratioTo("floor", round)),
      ),
    ),
    ...(few && testChannel
      ? [atLeast("J1 64 pages of one page of the test channel", 0.85, rateOf(few) / rateOf(testChannel))]
      : []),
    ...measured.map(({ jobsUnderWay, rounds }) =>
      atMost(
        `J1 CPU ms a job, ${jobsUnderWay} under way`,
        0.9,
        medianOf(rounds, ({ figure }) => cpuOf(figure)),
      ),
    ),
    ...(many ? [atMost("J1 RSS after, MB", 220, Math.max(...megabytes))] : []),
  ];
}

function pacedAims(figure: Figure): Aim[] {
  return [
    atMost("J1 at 20/s CPU ms a job", 4, cpuOf(figure)),
    atMost("J1 at 20/s p50 ms", 8, figure.p50),
    atMost("J1 at 20/s p99 ms", 25, figure.p99),
  ];
}

const readAims = ({ reads = {} }: Results) =>
  Object.entries(reads).map(([name, { perSecond, fromMemory }]) =>
    atLeast(`J4 ${name} of the same bytes from memory`, 0.5, perSecond / fromMemory),
  );

const burstAims = ({ burst }: Results) =>
  burst ? [atMost("J5 p99 of the other page, of its idle p99", 2, burst.busy.p99 / burst.idle.p99)] : [];

const timerAims = ({ timers }: Results) =>
  timers
    ? [atMost("J6 all timers fired within, s", 30, timers.firedSeconds), atMost("J6 fired early", 0, timers.early)]
    : [];

/** Both rate and cost count, because a load that waits costs little. */
function growthAims({ growth = [] }: Results): Aim[] {
  const [first, last] = [growth[0], growth.at(-1)];
  if (!first || !last || first === last) return [];
  const rate = ({ rounds }: typeof first) => medianOf(rounds, ({ figure }) => figure.jobsPerSecond);
  const cost = ({ rounds }: typeof first) => medianOf(rounds, ({ figure }) => cpuOf(figure));
  const beside = `${last.stored} customers, beside ${first.stored}`;
  return [
    atMost(`J7 time a job with ${beside}`, 1.3, rate(first) / rate(last)),
    atMost(`J7 CPU ms a job with ${beside}`, 1.3, cost(last) / cost(first)),
  ];
}

const soakAims = ({ soak }: Results) =>
  soak ? [atMost("soak: RSS of the last quarter, of the second", 1.1, growthOf(soak.samples))] : [];

function faultAims(results: Results): Aim[] {
  const { lost, disordered, duplicates, refused } = faultsOf(results);
  return [
    atMost("lost", 0, lost),
    atMost("order faults", 0, disordered),
    atMost("delivered twice", 0, duplicates),
    atMost("refused", 0, refused),
  ];
}

const cpuOf = ({ serverCpuMs, postgresCpuMs }: Figure) => serverCpuMs + postgresCpuMs;

const atLeast = (what: string, min: number, value: number): Aim => ({
  ...{ what, value },
  aim: `>= ${min}`,
  isMet: value >= min,
});
const atMost = (what: string, max: number, value: number): Aim => ({
  ...{ what, value },
  aim: `<= ${max}`,
  isMet: value <= max,
});
