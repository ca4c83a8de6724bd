import { limits } from "../limits.ts";

// The engine is pure and has no clock, so it counts its work in units of about 10 nanoseconds.

/** Holds the work that a turn has done so far. */
export type Worker = { work: number };

export function spend(worker: Worker, units: number): void {
  worker.work += units;
}

export const isSpent = ({ work }: Worker) => work > limits.workPerTurn;

/** The measured cost of work other than on texts. */
export const efforts = {
  /** A variable, spin or gender of a template. */
  templatePart: 40,
  /** Reading the local time. */
  clock: 2000,
  /** Comparing two times in a zone. */
  dates: 10_000,
} as const;

/** The cost of normalising a text: letters beyond ASCII cost more, combining marks most. */
export function effortOf(text: string): number {
  if (/^[\0-\x7f]*$/.test(text)) return text.length;
  let marks = 0;
  for (const [run] of text.matchAll(/\p{M}+/gu)) marks += run.length;
  return 10 * text.length + 80 * marks;
}
