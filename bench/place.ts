import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type Database } from "../server/store/db/db.ts";
import { type EmbeddedServer, startEmbedded } from "../server/store/db/embedded/start.ts";
import { closeDatabase, serversOf } from "../server/test/database/citus.ts";
import { databaseUrl, onEach, onServer } from "../server/test/database/template.ts";
import { type Platform, startPlatform } from "./platform/link.ts";
import { asSuperuser } from "./superuser.ts";
import { openTree, type Tree } from "./tree.ts";
import type { Undo } from "./undo.ts";

/** Everything that the jobs share: PostgreSQL, the platform's stand-in, and the clean-up. */
export type Place = {
  db: Database;
  url: string;
  folder: string;
  postmaster: number;
  /** True if PostgreSQL counts statements (pg_stat_statements). */
  hasStatements: boolean;
  platform: Platform;
  /** The clone whose server is measured. */
  tree: Tree;
  undo: Undo;
};

/** `isProfiled`: PostgreSQL also measures the time of planning (`profile/statements.ts`). */
export async function openPlace(undo: Undo, { isProfiled }: { isProfiled: boolean }): Promise<Place> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "banter-bench-")));
  undo.add(async () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  // PostgreSQL may run as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711);
  const { url, location } = clusterUrl ? await openCluster(undo) : await openOwn(undo, folder, isProfiled);
  const db = connect({ url, name: "bench", onError: () => {} });
  undo.add(db.close);
  const hasStatements = await countStatements(url);
  const tree = await openTree();
  const platform = await startPlatform();
  undo.add(platform.stop);
  const postmaster = Number(readFileSync(join(location, "postmaster.pid"), "utf8").split("\n")[0]);
  return { db, url, folder, postmaster, hasStatements, platform, tree, undo };
}

/** With CITUS_URL and CITUS_WORKERS, everything is measured on that cluster. */
const clusterUrl = process.env.CITUS_URL;

async function openOwn(undo: Undo, folder: string, isProfiled: boolean): Promise<EmbeddedServer> {
  const embedded = await start(folder, isProfiled);
  undo.add(embedded.stop);
  return embedded;
}

/** An empty database, for the anchors. It is on all servers, so that its address leads to each of them. */
async function openCluster(undo: Undo): Promise<{ url: string; location: string }> {
  const server = clusterUrl ?? "";
  const found = await asSuperuser<{ data_directory: string }>(server, "show data_directory");
  for (const each of serversOf(server)) await dropBenchDatabases(each);
  await onEach(serversOf(server), "create database bench_anchors");
  undo.add(async () => {
    for (const each of serversOf(server)) await dropBenchDatabases(each);
  });
  return { url: databaseUrl(server, "bench_anchors"), location: found[0]?.data_directory ?? "" };
}

async function dropBenchDatabases(server: string): Promise<void> {
  const names = await asSuperuser<{ name: string }>(
    server,
    "select datname as name from pg_database where datname like 'bench\\_%'",
  );
  for (const { name } of names) await asSuperuser(server, `drop database ${name} with (force)`);
}

/** The name of an empty database with the tables of a tree. */
function templateOf({ url }: Place, tree: Tree): Promise<string> {
  const known = templates.get(tree);
  if (known) return known;
  const made = makeTemplate(url, tree, `bench_template_${templates.size}`);
  templates.set(tree, made);
  return made;
}

const templates = new Map<Tree, Promise<string>>();

async function makeTemplate(url: string, { fillDatabase }: Tree, name: string): Promise<string> {
  const servers = serversOf(url);
  await onEach(servers, `create database ${name}`);
  await fillDatabase(servers.map((server) => databaseUrl(server, name)));
  await closeTemplate(url, name);
  return name;
}

/** Citus keeps a session in each database, and one with sessions cannot be copied. */
export async function closeTemplate(url: string, name: string): Promise<void> {
  if (!clusterUrl) return;
  for (const server of serversOf(url)) await onServer(server, (client) => closeDatabase(client, name));
}

/** The database of `npm start`, which is restarted once, because libraries are loaded only at the start. */
async function start(folder: string, isProfiled: boolean): Promise<EmbeddedServer> {
  const options = { dataDir: join(folder, "data"), fallbackDir: join(folder, "fallback"), log: () => {} };
  const embedded = await startEmbedded(options);
  if (!(await canCountStatements(embedded.url))) return embedded;
  await asSuperuser(embedded.url, "alter system set shared_preload_libraries = 'pg_stat_statements'");
  await embedded.stop();
  const counting = await startEmbedded(options);
  if (isProfiled) await asSuperuser(counting.url, "alter system set pg_stat_statements.track_planning = on");
  await asSuperuser(counting.url, "select pg_reload_conf()");
  return counting;
}

async function canCountStatements(url: string): Promise<boolean> {
  const found = await asSuperuser(url, "select from pg_available_extensions where name = 'pg_stat_statements'");
  return found.length > 0;
}

/** False if the library is missing or not loaded. */
async function countStatements(url: string): Promise<boolean> {
  const [{ loaded = "" } = {}] = await asSuperuser<{ loaded: string }>(
    url,
    "select current_setting('shared_preload_libraries') as loaded",
  );
  if (!loaded.includes("pg_stat_statements") || !(await canCountStatements(url))) return false;
  await asSuperuser(url, "create extension if not exists pg_stat_statements");
  return true;
}

export type Scratch = { db: Database; url: string; close(): Promise<void>; drop(): Promise<void> };

/** A separate database for each job: migrated and empty, or a copy of another. */
export async function openScratch(
  place: Place,
  name: string,
  { from, tree = place.tree }: { from?: string; tree?: Tree } = {},
): Promise<Scratch> {
  const { url: serverUrl, undo } = place;
  const template = from ?? (await templateOf(place, tree));
  await onEach(serversOf(serverUrl), `create database bench_${name} template ${template} strategy file_copy`);
  const url = databaseUrl(serverUrl, `bench_${name}`);
  const db = tree.connect({ url, name: "bench", sealer: tree.testKeys(), onError: () => {} });
  const close = async () => void (db.pool.ended || (await db.close()));
  undo.add(close);
  const drop = async () => {
    await close();
    for (const each of serversOf(serverUrl)) await asSuperuser(each, `drop database bench_${name} with (force)`);
  };
  return { db, url, close, drop };
}
