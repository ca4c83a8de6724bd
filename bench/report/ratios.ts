import type { Round } from "../jobs/rounds.ts";

/** The anchors that are measured per second. */
export const rates = ["echo", "commits", "posts", "floor"] as const;
export type Rate = (typeof rates)[number];

/** The jobs per second of a round, divided by the anchor's mean rate just before and after. */
export const ratioTo = (rate: Rate, { before, figure, after }: Round) =>
  figure.jobsPerSecond / mean(before[rate], after[rate]);

/** The median of a value over rounds. */
export const medianOf = (rounds: Round[], pick: (round: Round) => number) => median(rounds.map(pick));

export function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return mean(sorted[Math.floor(middle)] ?? Number.NaN, sorted[Math.ceil(middle)] ?? Number.NaN);
}

export const mean = (one: number, other: number) => (one + other) / 2;
