import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";
import { migrate } from "../../store/db/migrate.ts";

/** Creates the migrated database that test databases are copied from. Concurrent callers share one. */
export async function prepareTemplate(serverUrl: string, name: string): Promise<void> {
  await onServer(serverUrl, async (server) => {
    await server.query("select pg_advisory_lock(hashtext($1))", [name]);
    const { rowCount } = await server.query("select 1 from pg_database where datname = $1", [name]);
    if (rowCount) return;

    // Gets its name when it is complete: a run that is killed during migration must not leave a partial template.
    const unfinished = `${name}_unfinished`;
    await server.query(`drop database if exists ${unfinished} with (force)`);
    await server.query(`create database ${unfinished}`);
    await migrate(databaseUrl(serverUrl, unfinished));
    await server.query(`alter database ${unfinished} rename to ${name}`);
  });
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
