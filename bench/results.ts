import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import type { InMemoryFigure } from "./in-memory.ts";
import type { JobResult, Round } from "./jobs.ts";
import type { Plan } from "./plan.ts";

/** Everything that was measured. */
export type Results = {
  at: string;
  /** Short rounds tell less. */
  isQuick: boolean;
  machine: { processors: number; model: string; node: string };
  jobs: Record<string, JobResult>;
  inMemory?: Round<Record<string, InMemoryFigure>>;
};

export function openResults({ isQuick }: Plan): Results {
  const [first] = cpus();
  return {
    at: new Date().toISOString(),
    isQuick,
    machine: { processors: cpus().length, model: first?.model ?? "", node: process.version },
    jobs: {},
  };
}

/** Accepted and never delivered: whatever the speed, that is a failure. */
export function hasLost({ jobs }: Results): boolean {
  return Object.values(jobs).some(({ rounds }) => rounds.some(({ figure }) => figure.lost > 0));
}

export function writeResults(results: Results): void {
  const rounded = (_: string, value: unknown) => (typeof value === "number" ? Number(value.toPrecision(5)) : value);
  writeFileSync(new URL("results.json", import.meta.url), `${JSON.stringify(results, rounded, 2)}\n`);
}
