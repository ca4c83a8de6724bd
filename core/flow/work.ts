import { limits } from "./limits.ts";

// The engine is pure and knows no clock, so it counts its work, in units that take a machine about 10 nanoseconds.

/** The work that a turn has done so far. */
export type Worker = { work: number };

export function spend(worker: Worker, units: number): void {
  worker.work += units;
}

export const isSpent = ({ work }: Worker) => work > limits.workPerTurn;

/** Work besides that on texts, as measured. */
export const efforts = {
  /** A variable, spin or gender of a template. */
  templatePart: 40,
  /** Reading a clock. */
  clock: 2000,
  /** Comparing moments on a zone's clocks. */
  moments: 10_000,
} as const;

/** Reading a text in whatever case and spelling: letters beyond ASCII take longer, and marks by themselves longest. */
export function effortOf(text: string): number {
  if (/^[\0-\x7f]*$/.test(text)) return text.length;
  let marks = 0;
  for (const [run] of text.matchAll(/\p{M}+/gu)) marks += run.length;
  return 10 * text.length + 80 * marks;
}
