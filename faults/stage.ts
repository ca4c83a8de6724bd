import type { Test } from "@banter/core/test/at-end.ts";
import { type History, openHistory } from "./history.ts";
import type { Violation, ViolationKind } from "./judge.ts";

/** The tools of a scenario: its own randomness, its log, and a place for its findings. */
export type Stage = {
  t: Test;
  random: () => number;
  history: History;
  /** A full run shows numbers; a short one shows that nothing is broken, on any machine and in little time. */
  isShort: boolean;
  /** The checkout whose code runs, if it is not this one. */
  root: string | undefined;
  violations: Violation[];
  /** Figures of its own for the table. */
  notes: Record<string, number>;
  fail(kind: ViolationKind, text: string): void;
  note(name: string, value: number): void;
  /** Adds one to a figure. */
  count(name: string): void;
  /** True if its time has passed: loops that run beside the scenario end then. */
  isOver(): boolean;
  end(): void;
};

export type StageOptions = { t: Test; seed: number; isShort: boolean; root?: string };

export function openStage({ t, seed, isShort, root }: StageOptions): Stage {
  const violations: Violation[] = [];
  const notes: Record<string, number> = {};
  let isOver = false;
  return {
    ...{ t, isShort, root, violations, notes, random: seeded(seed), history: openHistory() },
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

/** mulberry32 */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
