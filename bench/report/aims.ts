import { nameOf } from "../jobs/j1.ts";
import { narrow, wide } from "../jobs/pairs.ts";
import { growthOf } from "../jobs/soak.ts";
import type { Figure } from "../measure.ts";
import { median, medianOf, ratioOf } from "./ratios.ts";
import { faultsOf, type Results } from "./results.ts";

export type Aim = { what: string; aim: string; value: number; isMet: boolean };

/** The targets with the measured values. Jobs that were not run have none. */
export function listAims(results: Results): Aim[] {
  return [
    ...saturationAims(results),
    ...(results.j1 ? pacedAims(results.j1.paced.figure) : []),
    ...idleAims(results),
    ...readAims(results),
    ...burstAims(results),
    ...timerAims(results),
    ...growthAims(results),
    ...audienceAims(results),
    ...soakAims(results),
    ...faultAims(results),
  ];
}

/** Both loads count: few concurrent jobs share less work, many use more memory. */
function saturationAims({ jobs }: Results): Aim[] {
  return Object.entries(targets).flatMap(([name, ofFloor]) => {
    const pairs = jobs[name];
    if (!pairs) return [];
    return [
      atLeast(`${name}: of the floor`, ofFloor, median(pairs.map(ratioOf))),
      atMost(
        `${name}: server ms`,
        1.1,
        medianOf(pairs, ({ serverCpuMs }) => serverCpuMs),
      ),
      atMost(
        `${name}: PostgreSQL ms`,
        0.45,
        medianOf(pairs, ({ postgresCpuMs }) => postgresCpuMs),
      ),
      atMost(`${name}: RSS MB`, 250, pairs.at(-1)?.figure.megabytesAfter ?? Number.NaN),
    ];
  });
}

/** The share of the floor's rate, by the load. */
const targets = {
  [nameOf({ jobsUnderWay: narrow, share: "all" })]: 0.35,
  [nameOf({ jobsUnderWay: wide, share: "all" })]: 0.5,
};

const pacedAims = ({ p50, p99 }: Figure): Aim[] => [
  atMost("J1 at 20/s: p50 ms", 8, p50),
  atMost("J1 at 20/s: p99 ms", 25, p99),
];

const idleAims = ({ idle = [] }: Results) =>
  idle
    .slice(-1)
    .flatMap(({ pages, serverCpuMs, postgresCpuMs, statements }) => [
      atMost(`idle, ${pages} pages: CPU ms/s`, 5, serverCpuMs + postgresCpuMs),
      atMost(`idle, ${pages} pages: statements/s`, 5, statements),
    ]);

const readAims = ({ reads = {} }: Results) =>
  Object.entries(reads).map(([name, { perSecond, fromMemory }]) =>
    atLeast(`J4 ${name} of the same bytes from memory`, 0.5, perSecond / fromMemory),
  );

function burstAims({ burst }: Results): Aim[] {
  if (!burst) return [];
  const p99Of = (samples: typeof burst.idle) => median(samples.map(({ p99 }) => p99));
  return [atMost("J5 p99 of other pages during the burst, of the idle one", 2, p99Of(burst.busy) / p99Of(burst.idle))];
}

const timerAims = ({ timers }: Results) =>
  timers
    ? [atMost("J6 all timers fired within, s", 30, timers.firedSeconds), atMost("J6 fired early", 0, timers.early)]
    : [];

/** Both rate and cost count, because a load that waits costs little. */
function growthAims({ growth = [] }: Results): Aim[] {
  const [first, last] = [growth[0], growth.at(-1)];
  if (!first || !last || first === last) return [];
  const rate = ({ pairs }: typeof first) => medianOf(pairs, ({ jobsPerSecond }) => jobsPerSecond);
  const cost = ({ pairs }: typeof first) => medianOf(pairs, cpuOf);
  const beside = `${last.stored} customers, beside ${first.stored}`;
  return [
    atMost(`J7 time a job with ${beside}`, 1.3, rate(first) / rate(last)),
    atMost(`J7 CPU ms a job with ${beside}`, 1.3, cost(last) / cost(first)),
  ];
}

function audienceAims({ audience }: Results): Aim[] {
  if (!audience) return [];
  const { broadcasts, segment, entry } = audience;
  const p99Of = (samples: { p99: number }[]) => median(samples.map(({ p99 }) => p99));
  return [
    ...broadcasts.flatMap(({ channel, customers, seconds, floors, memory, idle, busy }) => [
      atLeast(`J8 ${channel}: messages/s of the floor's`, 0.5, customers / seconds / median(floors)),
      atMost(`J8 ${channel}: RSS of the last quarter, of the second`, 1.1, growthOf(memory)),
      atMost(`J8 ${channel}: p99 of other pages, of the idle one`, 2, p99Of(busy) / p99Of(idle)),
    ]),
    ...(segment ? [atMost("J8 segment of ten conditions, ms", 1000, median(segment.warmMs))] : []),
    ...(entry ? [atMost("J8 sequence: forgotten or twice", 0, entry.lost + entry.twice)] : []),
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
