import { randomBytes } from "node:crypto";
import { atEnd, type Test } from "@banter/core/test/at-end.ts";
import { migrate } from "../../server/store/db/migrate.ts";
import { withClient } from "../../server/store/distributed/distribute.ts";
import { distributeAll, formCluster, serversOf } from "../../server/test/database/citus.ts";
import { databaseUrl, onEach } from "../../server/test/database/template.ts";
import type { Postgres } from "./postgres.ts";

/** True if CITUS_URL and CITUS_WORKERS name a cluster of a coordinator and two workers. */
export const hasCitus = Boolean(process.env.CITUS_URL) && serversOf("postgres://x").length > 2;

/** A database of the cluster, distributed over its first worker only. Nothing disturbs the cluster's own servers. */
export async function openCitus(t: Test): Promise<Postgres> {
  const servers = serversOf(process.env.CITUS_URL ?? "");
  const name = `banter_faults_${randomBytes(6).toString("hex")}`;
  await onEach(servers, `create database ${name}`);
  atEnd(t, () => onEach(servers, `drop database if exists ${name} with (force)`));
  const urls = servers.map((server) => databaseUrl(server, name));
  await formCluster(urls.slice(0, 2));
  await withClient(urls[2] ?? "", (client) => client.query("create extension citus"));
  const url = urls[0] ?? "";
  await migrate(url);
  await distributeAll(url);
  const undisturbed = async () => undefined;
  const nothing = () => undefined;
  return {
    ...{ url, kill: undisturbed, stop: undisturbed, start: undisturbed },
    ...{ freeze: nothing, thaw: nothing, fillDisk: nothing, freeDisk: nothing, failSyncs: async () => false },
  };
}

/** Adds the second worker and moves half of the shards to it. */
export async function growCluster(url: string): Promise<void> {
  const added = new URL(serversOf(url)[2] ?? "");
  await withClient(url, async (client) => {
    await client.query("select citus_add_node($1, $2)", [added.hostname, Number(added.port)]);
    await client.query("select rebalance_table_shards()");
  });
}

/** Moves all shards of the second worker back to the first. */
export async function shrinkCluster(url: string): Promise<void> {
  const left = new URL(serversOf(url)[2] ?? "");
  await withClient(url, async (client) => {
    await client.query("select citus_drain_node($1, $2)", [left.hostname, Number(left.port)]);
  });
}

/** How many workers hold shards with pages. */
export async function countHolders(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      "select count(distinct nodeport)::int as count from citus_shards where table_name = 'pages'::regclass",
    );
    return rows[0]?.count ?? 0;
  });
}
