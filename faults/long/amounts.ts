import type { Outcome, Scenario } from "../scenario.ts";
import { kills, takeOvers } from "../scenarios/kills.ts";
import { postgresKill, postgresRestart } from "../scenarios/postgres.ts";
import { rollingRestarts } from "../scenarios/rolling-restarts.ts";
import { soak } from "../scenarios/soak.ts";
import { streams } from "../scenarios/streams.ts";
import { timers } from "../scenarios/timers.ts";

/**
 * How much of a fault a release withstands. `note` is the figure of its scenarios that counts. Faults are repeated in
 * parts: each has a new database, and is checked and counted at its end.
 */
export type Amount = { note: string; wanted: number; scenarios: Scenario[]; partMinutes?: number };

export const amounts: Amount[] = [
  { note: "kills", wanted: 1000, scenarios: [kills, takeOvers] },
  { note: "crashes", wanted: 50, scenarios: [postgresKill, postgresRestart] },
  { note: "restarts", wanted: 200, scenarios: [rollingRestarts] },
  { note: "timers", wanted: 100_000, scenarios: [timers] },
  { note: "streams", wanted: 10_000, scenarios: [streams] },
  { note: "minutes", wanted: 120, scenarios: [soak], partMinutes: 60 },
];

/** One sitting at a version of the code. `broken` names the scenarios in which a promise was broken. */
export type Sitting = { version: string; startedAt: string; counts: Record<string, number>; broken: string[] };

/** Adds the figures of a scenario that has ended. */
export function addOutcome(sitting: Sitting, { note }: Amount, { name, violations, notes }: Outcome): void {
  if (violations.length > 0) sitting.broken.push(name);
  else sitting.counts[note] = (sitting.counts[note] ?? 0) + (notes[note] ?? 0);
}

/** How much of an amount the sittings at this version add up to. One with a broken promise does not count. */
export function countDone(sittings: Sitting[], version: string, { note }: Amount): number {
  return sittings
    .filter((sitting) => sitting.version === version && sitting.broken.length === 0)
    .reduce((sum, { counts }) => sum + (counts[note] ?? 0), 0);
}

/** A line for each amount, and one for sittings that do not count. */
export function describeProgress(sittings: Sitting[], version: string, of: Amount[] = amounts): string[] {
  const broken = sittings.filter((sitting) => sitting.version === version && sitting.broken.length > 0);
  return [
    ...of.map((amount) => `${amount.note}: ${countDone(sittings, version, amount)} of ${amount.wanted}`),
    ...broken.map(({ startedAt, broken }) => `broken: ${broken.join(", ")} (sitting of ${startedAt}, not counted)`),
  ];
}
