import type { Db } from "../store/db/db.ts";
import { migrationNames } from "../store/db/migrate.ts";
import {
  listAppliedMigrations,
  listDeadRows,
  readServerState,
  type ServerState,
} from "../store/health/server-state.ts";
import { type Diagnosis, fail, ok, orOk, warn } from "./finding.ts";

const subject = "database";

export async function checkDatabase(db: Db): Promise<Diagnosis[]> {
  const askedAt = Date.now();
  const state = await readServerState(db);
  const answeredAt = Date.now();
  return [
    ...judgeState(state),
    ...judgeClock("the database's", state.now.getTime() - (askedAt + answeredAt) / 2),
    ...judgeMigrations(await listAppliedMigrations(db)),
    ...(await judgeVacuum(db, state)),
  ];
}

function judgeState(state: ServerState): Diagnosis[] {
  const { version, connections, maxConnections, extensions, bytes } = state;
  const findings: Diagnosis[] = [];
  if (state.versionNumber < 150_000)
    findings.push(fail(subject, `PostgreSQL ${version} is too old.`, "Use PostgreSQL 15 or newer."));
  if (state.fsync !== "on" || state.synchronousCommit === "off")
    findings.push(
      fail(
        subject,
        `fsync is ${state.fsync}, synchronous_commit is ${state.synchronousCommit}.`,
        "Switch both on: without them accepted messages can be lost.",
      ),
    );
  if (state.encoding !== "UTF8")
    findings.push(fail(subject, `The encoding is ${state.encoding}.`, "Make the database with encoding UTF8."));
  if (connections > maxConnections * 0.8)
    findings.push(warn(subject, `${connections} of ${maxConnections} connections are used.`, "Raise max_connections."));
  const megabytes = Math.round(bytes / 1024 / 1024);
  const known = extensions.filter((name) => name !== "plpgsql").join(", ") || "none";
  const text = `PostgreSQL ${version}, ${megabytes} MB, ${connections} of ${maxConnections} connections, extensions: ${known}`;
  return orOk(findings, subject, text);
}

/** Clocks that differ spoil second factors and signed links. `aheadMs`: how far the other clock is ahead of ours. */
export function judgeClock(whose: string, aheadMs: number): Diagnosis[] {
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  const text = `${whose} clock and this machine's differ by ${seconds} s`;
  if (seconds >= 30) return [fail("clock", `${text}.`, "Run a time service (chrony, systemd-timesyncd) on both.")];
  if (seconds >= 3) return [warn("clock", `${text}.`, "Run a time service (chrony, systemd-timesyncd) on both.")];
  return [ok("clock", text)];
}

function judgeMigrations(applied: string[]): Diagnosis[] {
  const known = migrationNames();
  const missing = known.filter((name) => !applied.includes(name));
  if (applied.some((name) => !known.includes(name)))
    return [fail("release", "The database is of a newer release than this one.", "Use the newer release.")];
  if (missing.length > 0)
    return [warn("release", `${missing.length} migrations are missing.`, "They are made at the next start.")];
  return [ok("release", "the tables are up to date")];
}

async function judgeVacuum(db: Db, { autovacuum, oldestTransaction, wraparound }: ServerState): Promise<Diagnosis[]> {
  const findings: Diagnosis[] = [];
  if (autovacuum !== "on")
    findings.push(fail("vacuum", "autovacuum is off.", "Switch it on: without it the tables grow without end."));
  if (wraparound > 0.5)
    findings.push(
      fail("vacuum", `${Math.round(wraparound * 100)} % of the transaction numbers are used.`, "Run: vacuum freeze"),
    );
  if (oldestTransaction > 3600)
    findings.push(
      warn(
        "vacuum",
        `A transaction has been open for ${Math.round(oldestTransaction / 60)} minutes: dead rows stay until it ends.`,
        "Find it in pg_stat_activity and end it.",
      ),
    );
  for (const { table, dead, live, vacuumedAt } of await listDeadRows(db))
    findings.push(
      warn(
        "vacuum",
        `${table} has ${dead} dead rows and ${live} living ones; last vacuum: ${vacuumedAt?.toISOString() ?? "never"}.`,
        "Give autovacuum more room: a lower autovacuum_vacuum_cost_delay, more autovacuum_max_workers.",
      ),
    );
  return orOk(findings, "vacuum", "autovacuum keeps up");
}
