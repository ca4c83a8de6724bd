import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { connect, type Database } from "../server/store/db/db.ts";
import { type Embedded, startEmbedded } from "../server/store/db/embedded/start.ts";
import { migrate } from "../server/store/db/migrate.ts";
import { databaseUrl } from "../server/test/database/template.ts";
import { type Platform, startPlatform } from "./platform/link.ts";
import type { Undo } from "./undo.ts";

/** Everything that the jobs share: PostgreSQL, the platform's stand-in, and the clean-up. */
export type Place = { db: Database; url: string; folder: string; postmaster: number; platform: Platform; undo: Undo };

const template = "bench_template";

/** `isProfiled`: PostgreSQL counts the time of every statement (`profile/statements.ts`). */
export async function openPlace(undo: Undo, { isProfiled }: { isProfiled: boolean }): Promise<Place> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "banter-bench-")));
  undo.add(async () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  // PostgreSQL may run as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711);
  const embedded = await start(folder, isProfiled);
  undo.add(embedded.stop);
  const db = connect({ url: embedded.url, name: "bench", onError: () => {} });
  undo.add(db.close);
  await asSuperuser(embedded.url, `create database ${template} owner banter`);
  await migrate(databaseUrl(embedded.url, template));
  const platform = await startPlatform();
  undo.add(platform.stop);
  const postmaster = Number(readFileSync(join(embedded.location, "postmaster.pid"), "utf8").split("\n")[0]);
  return { db, url: embedded.url, folder, postmaster, platform, undo };
}

/** The database of `npm start`. Profiling restarts it, because extensions are loaded only at the start. */
async function start(folder: string, isProfiled: boolean): Promise<Embedded> {
  const options = { dataDir: join(folder, "data"), fallbackDir: join(folder, "fallback"), log: () => {} };
  const embedded = await startEmbedded(options);
  if (!isProfiled) return embedded;
  await asSuperuser(embedded.url, "alter system set shared_preload_libraries = 'pg_stat_statements'");
  await embedded.stop();
  const profiled = await startEmbedded(options);
  await asSuperuser(profiled.url, "alter system set pg_stat_statements.track_planning = on");
  await asSuperuser(profiled.url, "select pg_reload_conf()");
  await asSuperuser(profiled.url, "create extension pg_stat_statements");
  return profiled;
}

/** For changing settings and forcing checkpoints, which Banter's own role may not do. */
export async function asSuperuser<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const superuser = new URL(url);
  superuser.username = "postgres";
  const client = new pg.Client({ connectionString: superuser.href, application_name: "bench" });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

export type Scratch = { db: Database; url: string; close(): Promise<void>; drop(): Promise<void> };

/** A separate database for each job: migrated and empty, or a copy of another. */
export async function openScratch(place: Place, name: string, from = template): Promise<Scratch> {
  const { url: serverUrl, undo } = place;
  // Copying may take longer than Banter's own connections wait.
  await asSuperuser(serverUrl, `create database bench_${name} owner banter template ${from} strategy file_copy`);
  const url = databaseUrl(serverUrl, `bench_${name}`);
  const db = connect({ url, name: "bench", onError: () => {} });
  const close = async () => void (db.pool.ended || (await db.close()));
  undo.add(close);
  const drop = async () => {
    await close();
    await asSuperuser(serverUrl, `drop database bench_${name} with (force)`);
  };
  return { db, url, close, drop };
}
