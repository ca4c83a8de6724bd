import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import type { AgainstResult } from "../jobs/against.ts";
import type { AudienceResult } from "../jobs/audience/j8.ts";
import type { IdleFigure } from "../jobs/idle.ts";
import type { J1Result } from "../jobs/j1.ts";
import type { ReadFigure } from "../jobs/j4.ts";
import type { BurstResult } from "../jobs/j5.ts";
import type { TimersResult } from "../jobs/j6.ts";
import type { GrowthFigure } from "../jobs/j7.ts";
import type { NodesFigure } from "../jobs/nodes.ts";
import type { Pair } from "../jobs/pairs.ts";
import type { SoakResult } from "../jobs/soak.ts";
import type { Plan } from "../plan.ts";

/** All measurements. Jobs that were not run have no entry. */
export type Results = {
  at: string;
  /** A quick run is shorter, and says less. */
  isQuick: boolean;
  machine: { processors: number; model: string; node: string };
  jobs: Record<string, Pair[]>;
  j1?: Omit<J1Result, "jobs" | "idle">;
  idle?: IdleFigure[];
  against?: AgainstResult;
  reads?: Record<string, ReadFigure>;
  burst?: BurstResult;
  timers?: TimersResult;
  growth?: GrowthFigure[];
  audience?: AudienceResult;
  soak?: SoakResult;
  nodes?: NodesFigure[];
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

export type Faults = { lost: number; disordered: number; duplicates: number; refused: number };

/** The faults of all jobs. */
export function faultsOf(results: Results): Faults {
  const { jobs, j1, against, burst, timers, growth = [], audience, soak, nodes = [] } = results;
  const counted: Partial<Faults>[] = [
    ...[...Object.values(jobs), ...growth.map(({ pairs }) => pairs)].flat().map(({ figure }) => figure),
    ...(j1 ? [j1.paced.figure] : []),
    ...Object.values(against?.contests ?? {}).flatMap((turns) => turns.flatMap(({ own, other }) => [own, other])),
    ...(burst ? [...burst.idle, ...burst.busy, burst.burst] : []),
    ...(timers ? [{ lost: timers.lost, duplicates: timers.twice }] : []),
    ...(audience?.broadcasts ?? []).flatMap((figure) => [
      ...[figure, ...figure.idle, ...figure.busy, ...figure.ownIdle, ...figure.ownBusy],
    ]),
    ...(audience?.entry ? [{ lost: audience.entry.lost, duplicates: audience.entry.twice }] : []),
    ...(soak ? [soak.figure] : []),
    // Messages that were on their way when a node was killed may be sent again.
    ...nodes.flatMap(({ saturated, takeOver, restart }) => [saturated, { ...takeOver, duplicates: 0 }, restart ?? {}]),
  ];
  const sum = (name: keyof Faults) => counted.reduce((total, each) => total + (each[name] ?? 0), 0);
  return {
    lost: sum("lost"),
    disordered: sum("disordered"),
    duplicates: sum("duplicates"),
    refused: sum("refused"),
  };
}

export function writeResults(results: Results): void {
  const rounded = (_: string, value: unknown) => (typeof value === "number" ? Number(value.toPrecision(5)) : value);
  writeFileSync(new URL("../results.json", import.meta.url), `${JSON.stringify(results, rounded, 2)}\n`);
}
