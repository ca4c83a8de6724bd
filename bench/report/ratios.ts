import type { Pair } from "../jobs/pairs.ts";
import type { Figure } from "../measure.ts";

/** The job's rate, of the floor's just before it. */
export const ratioOf = ({ floor, figure }: Pair) => figure.jobsPerSecond / floor.jobsPerSecond;

/** The median of a value over the job's figures. */
export const medianOf = (pairs: Pair[], pick: (figure: Figure) => number) =>
  median(pairs.map(({ figure }) => pick(figure)));

export function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}
