import type { Test } from "@banter/core/test/at-end.ts";
import { mulberry32 } from "../server/test/random.ts";
import { type History, openHistory, type Stored } from "./check/history.ts";
import type { Violation, ViolationKind } from "./check/rules.ts";

/** The tools of a scenario: random numbers, the history, violations and figures. */
export type Stage = {
  t: Test;
  random: () => number;
  history: History;
  /** A short run only checks the promises, on any machine and quickly. */
  isShort: boolean;
  /** A full run also judges times; a short or a long one may share its machine. */
  isTimed: boolean;
  /** How many times longer than on a quiet machine anything may take before it counts as dead. */
  patience: number;
  /** The checkout whose code runs, if it is not this one. */
  root: string | undefined;
  violations: Violation[];
  /** The rows that the checker has compared, as evidence. */
  stored: Stored | undefined;
  /** Additional figures for the table. */
  notes: Record<string, number>;
  fail(kind: ViolationKind, text: string): void;
  note(name: string, value: number): void;
  /** Adds one to a figure. */
  count(name: string): void;
  /** How often a fault is repeated. A long run repeats it until it is enough, if it has no amount of its own. */
  times(short: number, full: number, long?: number): number;
  /** True if nothing more is to be disturbed: what was done so far is then checked. */
  isEnough(): boolean;
  /** True if the scenario's time is over: loops that run beside it end then. */
  isOver(): boolean;
  end(): void;
};

/** `isEnough` makes it a part of a long run, and ends its faults. */
export type StageOptions = { t: Test; seed: number; isShort: boolean; root?: string; isEnough?: () => boolean };

export function openStage({ t, seed, isShort, root, isEnough }: StageOptions): Stage {
  const violations: Violation[] = [];
  const notes: Record<string, number> = {};
  let isOver = false;
  const isTimed = !isShort && !isEnough;
  return {
    ...{ t, isShort, isTimed, root, violations, notes, random: mulberry32(seed), history: openHistory() },
    stored: undefined,
    patience: isTimed ? 1 : 6,
    times: (short, full, long = Number.POSITIVE_INFINITY) => (isEnough ? long : isShort ? short : full),
    isEnough: () => isOver || (isEnough?.() ?? false),
    fail: (kind, text) => void violations.push({ kind, text }),
    note: (name, value) => {
      notes[name] = value;
    },
    count: (name) => {
      notes[name] = (notes[name] ?? 0) + 1;
    },
    isOver: () => isOver,
    end: () => {
      isOver = true;
    },
  };
}
