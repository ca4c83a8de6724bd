import type { Test } from "@banter/core/test/at-end.ts";
import { mulberry32 } from "../server/test/random.ts";
import { type History, openHistory } from "./check/history.ts";
import type { Violation, ViolationKind } from "./check/rules.ts";

/** The tools of a scenario: random numbers, the history, violations and figures. */
export type Stage = {
  t: Test;
  random: () => number;
  history: History;
  /** A full run measures; a short one only checks the promises, on any machine and quickly. */
  isShort: boolean;
  /** How many times longer than on a quiet machine anything may take before it counts as dead. */
  patience: number;
  /** The checkout whose code runs, if it is not this one. */
  root: string | undefined;
  violations: Violation[];
  /** Additional figures for the table. */
  notes: Record<string, number>;
  fail(kind: ViolationKind, text: string): void;
  note(name: string, value: number): void;
  /** Adds one to a figure. */
  count(name: string): void;
  /** True if the scenario's time is over: loops that run beside it end then. */
  isOver(): boolean;
  end(): void;
};

export type StageOptions = { t: Test; seed: number; isShort: boolean; root?: string };

export function openStage({ t, seed, isShort, root }: StageOptions): Stage {
  const violations: Violation[] = [];
  const notes: Record<string, number> = {};
  let isOver = false;
  return {
    ...{ t, isShort, root, violations, notes, random: mulberry32(seed), history: openHistory() },
    patience: isShort ? 6 : 1,
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
