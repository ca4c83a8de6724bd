import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";
import { migrate } from "../../store/db/migrate.ts";
import { closeDatabase, distributeAll, formCluster, serversOf } from "./citus.ts";

/** Creates the migrated database that test databases are copied from. Concurrent callers share one. */
export async function prepareTemplate(serverUrl: string, name: string): Promise<void> {
  await onServer(serverUrl, async (server) => {
    await server.query("select pg_advisory_lock(hashtext($1))", [name]);
    const { rowCount } = await server.query("select 1 from pg_database where datname = $1", [name]);
    if (rowCount) return;

    // Gets its name when it is complete: a run that is killed during migration must not leave a partial template.
    const unfinished = `${name}_unfinished`;
    const servers = serversOf(serverUrl);
    await onEach(servers, `drop database if exists ${unfinished} with (force)`);
    await onEach(servers, `create database ${unfinished}`);
    await fillDatabase(servers.map((url) => databaseUrl(url, unfinished)));
    if (servers.length > 1) for (const url of servers) await onServer(url, (each) => closeDatabase(each, unfinished));
    await onEach(servers.toReversed(), `alter database ${unfinished} rename to ${name}`);
  });
}

/** Migrates an empty database. If it lies on several servers, they become a cluster first. */
export async function fillDatabase(urls: string[]): Promise<void> {
  const [url = ""] = urls;
  if (urls.length > 1) await formCluster(urls);
  await migrate(url);
  if (urls.length > 1) await distributeAll(url);
}

/** Runs a statement on each server. */
export async function onEach(servers: string[], text: string): Promise<void> {
  for (const url of servers) await onServer(url, (server) => server.query(text));
}

/** Each set of migrations has its own template. */
export function templateName(): string {
  const folder = new URL("../../store/db/migrations/", import.meta.url);
  const hash = createHash("sha256");
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  for (const name of files.sort()) hash.update(name).update(readFileSync(new URL(name, folder)));
  return `banter_test_${hash.digest("hex").slice(0, 16)}`;
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

export async function onServer<Result>(url: string, work: (server: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: "banter-test" });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
