import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import type { InMemoryFigure } from "./in-memory.ts";
import type { JobResult, Round } from "./jobs.ts";

/** Everything that was measured. */
export type Results = {
  at: string;
  machine: { processors: number; model: string; node: string };
  jobs: Record<string, JobResult>;
  inMemory?: Round<Record<string, InMemoryFigure>>;
};

export function openResults(): Results {
  const [first] = cpus();
  return {
    at: new Date().toISOString(),
    machine: { processors: cpus().length, model: first?.model ?? "", node: process.version },
    jobs: {},
  };
}

export function writeResults(results: Results): void {
  const rounded = (_: string, value: unknown) => (typeof value === "number" ? Number(value.toPrecision(5)) : value);
  writeFileSync(new URL("results.json", import.meta.url), `${JSON.stringify(results, rounded, 2)}\n`);
}
