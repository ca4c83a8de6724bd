import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { placeNewTables } from "../distributed/distribute.ts";
import { refuseMoved } from "../transfer/moved.ts";
import { currentNames } from "./migrations/former.ts";

/** Brings the database up to date. Any number of nodes may start together: one migrates, the others wait for it. */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: "banter-migrate" });
  await client.connect();
  try {
    await lockMigrations(client);
    await refuseMoved(client);
    await applyMigrations(client);
    await placeNewTables(client);
  } finally {
    await client.end();
  }
}

/** Until the connection ends, no other process migrates the database, and no server starts on it. */
export async function lockMigrations(client: pg.Client): Promise<void> {
  await client.query("select pg_advisory_lock($1)", [migrationLock]);
}

/** The same without waiting. Returns false if another process has the lock. */
export async function tryLockMigrations(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>("select pg_try_advisory_lock($1) as held", [migrationLock]);
  return rows[0]?.held ?? false;
}

const migrationLock = 727_266;

/** Applies the migrations that are missing: all, or those that are `wanted`. */
export async function applyMigrations(client: pg.Client, wanted?: readonly string[]): Promise<void> {
  await client.query(
    "create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())",
  );
  const { rows } = await client.query<{ name: string }>("select name from migrations");
  const applied = new Set(currentNames(rows.map((row) => row.name)));
  for (const { name, text } of listMigrations()) {
    if (!applied.has(name) && (wanted === undefined || wanted.includes(name))) await apply(client, name, text);
  }
}

/** The names of all migrations of this release. */
export const migrationNames = (): string[] => listMigrations().map(({ name }) => name);

/**
 * Tries again while other statements hold the tables, or after a deadlock with one; those that wait behind the migration
 * run between two tries.
 */
async function apply(client: pg.Client, name: string, text: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await applyOnce(client, name, text);
    } catch (error) {
      const { code = "", message } = error as { code?: string; message: string };
      if (!passing.includes(code) || tries === maxTries)
        throw new Error(`The migration ${name} failed: ${message}`, { cause: error });
      await sleep(500);
    }
  }
}

async function applyOnce(client: pg.Client, name: string, text: string): Promise<void> {
  await client.query("begin");
  try {
    // While a change of a table waits for a long query, all later queries of that table wait too.
    await client.query("set local lock_timeout = '2s'");
    await client.query(text);
    await client.query("insert into migrations (name) values ($1)", [name]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

const maxTries = 30;
/** lock_not_available, deadlock_detected */
const passing = ["55P03", "40P01"];

const folder = new URL("./migrations/", import.meta.url);

function listMigrations(): { name: string; text: string }[] {
  const names = readdirSync(folder).filter((name) => /^\d{4}_.+\.sql$/.test(name));
  return names.sort().map((name) => ({ name, text: readFileSync(new URL(name, folder), "utf8") }));
}
