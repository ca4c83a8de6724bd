import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** Milliseconds to add to `performance.now()`. Until the database has told its time, this machine's clock has to do. */
let offsetMs: number | undefined;

/**
 * The database's clock in epoch milliseconds, by its last answer. Nodes share the database but not a clock: times that
 * another node may read, and times that decide something, come from here.
 */
export const databaseNow = (): number =>
  offsetMs === undefined ? Date.now() : Math.round(performance.now() + offsetMs);

/** A time of the database's clock as this machine's clock will show it. */
export const machineTimeOf = (databaseTime: number): number => databaseTime - databaseNow() + Date.now();

/** An answer that took longer says too little about the time. */
const maxRoundTripMs = 1000;

/** Asks for the time in a statement of the caller. Returns its row, and how far this machine's clock is ahead. */
export async function readClock<Row extends { now: number }>(
  ask: () => Promise<Row | undefined>,
): Promise<{ row: Row | undefined; skewMs: number }> {
  const [asked, askedAt] = [Date.now(), performance.now()];
  const row = await ask();
  if (!row) return { row, skewMs: 0 };
  const roundTripMs = performance.now() - askedAt;
  if (offsetMs === undefined || roundTripMs < maxRoundTripMs) offsetMs = row.now - askedAt - roundTripMs / 2;
  return { row, skewMs: skewOf(row.now, asked, Date.now()) };
}

/** The database's answer was made somewhere between the two times: only what lies outside of them is skew. */
export const skewOf = (now: number, asked: number, answered: number): number =>
  Math.max(asked - now, Math.min(answered - now, 0));

export async function setClock(db: Db): Promise<void> {
  await readClock(() => db.get<{ now: number }>(sql`select ${epochMs} as now`));
}

export const epochMs = sql`(extract(epoch from clock_timestamp()) * 1000)::float8`;
