import type { JobResult, Round } from "./jobs.ts";
import { median, type Rate, ratioTo } from "./ratios.ts";
import type { Results } from "./results.ts";

export type Aim = { what: string; aim: string; value: number; isMet: boolean };

/** What Banter means to reach, and whether it does; of a job that was not run there is no word. */
export function listAims({ jobs }: Results): Aim[] {
  const { "J1 unique": unique, "J1 at 20/s": paced, J2: sends } = jobs;
  return [
    ...(unique ? [atLeast("J1 of the durable floor", 0.7, ratio(unique, "floor"))] : []),
    ...(unique ? [atLeast("J1 of Fastify echo", 0.2, ratio(unique, "echo"))] : []),
    ...(unique
      ? [
          atMost(
            "J1 server ms a job",
            0.7,
            of(unique, ({ figure }) => figure.serverCpuMs),
          ),
        ]
      : []),
    ...(unique
      ? [atMost("J1 server RSS after, MB", 200, unique.rounds.at(-1)?.figure.megabytesAfter ?? Number.NaN)]
      : []),
    ...(paced
      ? [
          atMost(
            "J1 at 20/s p50 ms",
            10,
            of(paced, ({ figure }) => figure.p50),
          ),
        ]
      : []),
    ...(paced
      ? [
          atMost(
            "J1 at 20/s p99 ms",
            40,
            of(paced, ({ figure }) => figure.p99),
          ),
        ]
      : []),
    ...(sends ? [atLeast("J2 of Fastify echo", 0.35, ratio(sends, "echo"))] : []),
    atMost(
      "lost",
      0,
      sum(jobs, ({ figure }) => figure.lost),
    ),
  ];
}

const of = ({ rounds }: JobResult, pick: (round: Round) => number) => median(rounds.map(pick));
const ratio = (job: JobResult, rate: Rate) => of(job, (round) => ratioTo(rate, round));
const sum = (jobs: Results["jobs"], pick: (round: Round) => number) =>
  Object.values(jobs).reduce((total, { rounds }) => total + rounds.reduce((part, round) => part + pick(round), 0), 0);

const atLeast = (what: string, least: number, value: number): Aim => ({
  what,
  aim: `>= ${least}`,
  value,
  isMet: value >= least,
});
const atMost = (what: string, most: number, value: number): Aim => ({
  what,
  aim: `<= ${most}`,
  value,
  isMet: value <= most,
});
