import type pg from "pg";
import { listSteps, withClient } from "../../store/distributed/distribute.ts";

/** Few, so that a database is quick to copy, and more than there are servers. */
const shards = 4;

/**
 * The servers that hold a test database: one, or, with CITUS_WORKERS ("127.0.0.1:5441,127.0.0.1:5442"), the coordinator
 * and its workers, which all have the same users and passwords.
 */
export function serversOf(url: string): string[] {
  const workers = (process.env.CITUS_WORKERS ?? "").split(",").filter((address) => address !== "");
  return [url, ...workers.map((address) => withHost(url, address))];
}

/** True if tests run on a cluster (`npm run test:citus`). */
export const isClustered = serversOf("postgres://x").length > 1;

function withHost(url: string, address: string): string {
  const changed = new URL(url);
  changed.host = address;
  return changed.href;
}

/** Makes an empty database on all servers a cluster. `urls` are those of the database, the coordinator's first. */
export async function formCluster(urls: string[]): Promise<void> {
  for (const url of urls) await withClient(url, (client) => client.query("create extension if not exists citus"));
  const [coordinator = "", ...workers] = urls.map((url) => new URL(url));
  await withClient(String(coordinator), async (client) => {
    await client.query("select citus_set_coordinator_host($1, $2)", addressOf(coordinator as URL));
    for (const worker of workers) await client.query("select citus_add_node($1, $2)", addressOf(worker));
  });
}

const addressOf = ({ hostname, port }: URL) => [hostname, Number(port || 5432)];

export async function distributeAll(url: string): Promise<void> {
  await withClient(url, async (client) => {
    for (const { run } of await listSteps(client, { shards })) await run();
  });
}

/** Ends all sessions of a database, also the one that Citus keeps in each, and lets nobody in again. */
export async function closeDatabase(server: pg.Client, name: string): Promise<void> {
  await server.query(`alter database ${name} allow_connections false`);
  for (;;) {
    const { rowCount } = await server.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1",
      [name],
    );
    if (!rowCount) return;
  }
}
