import { readFileSync } from "node:fs";
import type { Db } from "../server/store/db/db.ts";
import { sql } from "../server/store/db/sql.ts";
import type { Place } from "./place.ts";

/** Processor time of a process since its start, in seconds. */
export function cpuOf(pid: number): number {
  const fields = statOf(pid);
  return fields ? ticks(fields[11]) + ticks(fields[12]) : 0;
}

/** The same for a server and all its nodes. */
export const cpuOfServer = (pid: number): number => sum([pid, ...childrenOf(pid)].map(cpuOf));

/** The memory of a server and all its nodes. */
export function megabytesOf(pid: number): number {
  const kilobytes = [pid, ...childrenOf(pid)].map((each) => /^VmRSS:\s+(\d+)/m.exec(statusOf(each))?.[1] ?? 0);
  return sum(kilobytes.map(Number)) / 1024;
}

const sum = (values: number[]) => values.reduce((total, each) => total + each, 0);

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return text === "" ? [] : text.split(/\s+/).map(Number);
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return "";
  }
}

/** Busy time of all processors of the machine, in seconds. */
export function busySeconds(): number {
  const [user, nice, system, , , irq, softirq] =
    readFileSync("/proc/stat", "utf8").split("\n")[0]?.split(/\s+/).slice(1) ?? [];
  return [user, nice, system, irq, softirq].reduce((sum, field) => sum + ticks(field), 0);
}

/** Totals of a database, except `walBytes`, which are those of the whole PostgreSQL. */
export type Counters = { walBytes: number; statements: number; rows: number };

/** Without pg_stat_statements, it counts transactions instead of statements, and only rows that were written. */
export function countersOf({ db, hasStatements }: Place, databaseUrl: string): Promise<Counters> {
  const database = new URL(databaseUrl).pathname.slice(1);
  return db.get<Counters>(sql`
    select (pg_current_wal_insert_lsn() - '0/0')::float8 as wal_bytes, counted.*
      from (${hasStatements ? statementCounts : transactionCounts} where datname = ${database}) as counted`);
}

const statementCounts = sql`
  select coalesce(sum(calls), 0)::float8 as statements, coalesce(sum(rows), 0)::float8 as rows
    from pg_stat_statements join pg_database on pg_database.oid = dbid`;
const transactionCounts = sql`
  select (xact_commit + xact_rollback)::float8 as statements, (tup_inserted + tup_updated + tup_deleted)::float8 as rows
    from pg_stat_database`;

/** Processor time of each PostgreSQL process, with its role. */
export type PostgresUsage = Map<number, { role: string; seconds: number }>;

export async function postgresUsage(db: Db, postmaster: number): Promise<PostgresUsage> {
  const rows = await db.many<{ pid: number; role: string }>(sql`
    select pid, coalesce(nullif(application_name, ''), backend_type) as role from pg_stat_activity`);
  const roles = new Map(rows.map(({ pid, role }) => [pid, role]));
  const children = childrenOf(postmaster);
  const own = statOf(postmaster) ?? [];
  const usage: PostgresUsage = new Map(
    children.map((pid) => [pid, { role: roles.get(pid) ?? "other", seconds: cpuOf(pid) }]),
  );
  // The time of a process that has ended is included in its parent's.
  const seconds = [own[11], own[12], own[13], own[14]].reduce((sum, field) => sum + ticks(field), 0);
  return usage.set(postmaster, { role: "postmaster", seconds });
}

/** Processor time of each session of a database, in seconds. */
export async function sessionSeconds(db: Db, databaseUrl: string): Promise<Map<number, number>> {
  const rows = await db.many<{ pid: number }>(sql`
    select pid from pg_stat_activity where datname = ${new URL(databaseUrl).pathname.slice(1)}`);
  return new Map(rows.map(({ pid }) => [pid, cpuOf(pid)]));
}

/** Processor time between two measurements, by role. */
export function spentBetween(before: PostgresUsage, after: PostgresUsage): Map<string, number> {
  const spent = new Map<string, number>();
  const add = (role: string, seconds: number) => spent.set(role, (spent.get(role) ?? 0) + seconds);
  for (const [pid, { role, seconds }] of after) add(role, seconds - (before.get(pid)?.seconds ?? 0));
  for (const [pid, { seconds }] of before) if (!after.has(pid)) add("postmaster", -seconds);
  return spent;
}

/**
 * The fields of `/proc/{pid}/stat` after the name, which may have any characters; undefined if the process has ended.
 */
function statOf(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

/** Clock ticks per second; 100 on every Linux. */
const ticks = (field: string | undefined) => Number(field ?? 0) / 100;
