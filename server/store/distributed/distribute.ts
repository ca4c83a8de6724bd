import pg from "pg";
import { dropAside, listForeignKeys, listKeysAside, restoreKey, setKeysAside } from "./foreign-keys.ts";
import { keyOf, type Placement, placementOf } from "./tables.ts";

/** One thing to do, told before it is done. A run that is killed is started again: what is done is no step any more. */
export type DistributionStep = { says: string; run(): Promise<void> };

export type CitusCluster = { version: string; workers: number; livingNodes: number };

/** A connection for changes that may take hours. */
export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: "banter-distribute" });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Undefined if the database has no Citus. */
export async function findCluster(client: pg.Client): Promise<CitusCluster | undefined> {
  const extension = await client.query<{ version: string }>(
    "select extversion as version from pg_extension where extname = 'citus'",
  );
  const [found] = extension.rows;
  if (!found) return undefined;
  const { rows } = await client.query<{ workers: number; nodes: number }>(`
    select (select count(*)::int from pg_dist_node where isactive and shouldhaveshards) as workers,
           (select count(*)::int from nodes where alive_until > clock_timestamp()) as nodes`);
  return { version: found.version, workers: rows[0]?.workers ?? 0, livingNodes: rows[0]?.nodes ?? 0 };
}

/** The steps that are left, in order; none if everything is distributed. */
export async function listSteps(client: pg.Client, { shards }: { shards: number }): Promise<DistributionStep[]> {
  const tables = await listTables(client);
  const forgotten = tables.filter(({ placement }) => placement === undefined).map(({ name }) => name);
  if (forgotten.length > 0) throw new Error(`It is not known where these tables belong: ${forgotten.join(", ")}.`);
  const open = tables.filter(({ placement, isPlaced }) => placement !== "coordinator" && !isPlaced);
  const aside = await listKeysAside(client);
  if (open.length === 0 && aside.length === 0)
    return tables.filter(hasLocalRows).map((table) => freeStep(client, table));
  return [
    ...(open.length > 0 ? [await asideStep(client, aside.length)] : []),
    ...open.sort(byPlacement).map((table) => placeStep(client, table, shards)),
    { says: "Add the foreign keys again.", run: () => restoreKeys(client) },
    ...tables.filter(({ placement }) => placement !== "coordinator").map((table) => freeStep(client, table)),
  ];
}

/** Puts the empty tables of a new release in their place, if the others are distributed already. */
export async function placeNewTables(client: pg.Client): Promise<void> {
  const extension = await client.query("select from pg_extension where extname = 'citus'");
  if (!extension.rowCount) return;
  const tables = await listTables(client);
  if (!tables.some(({ name, isPlaced }) => name === "pages" && isPlaced)) return;
  const open = tables.filter(({ placement, isPlaced }) => placement && placement !== "coordinator" && !isPlaced);
  // Their foreign keys lead to tables with copies everywhere, which Citus changes on one connection only.
  await client.query("set citus.multi_shard_modify_mode = 'sequential'");
  for (const table of open.sort(byPlacement)) await placeStep(client, table, 0).run();
}

type Table = Placed & { placement: Placement | undefined };
type Placed = { name: string; isPlaced: boolean; isUnlogged: boolean; localBytes: number };

async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Placed & { columns: string[] }>(`
    select relname as name, relpersistence = 'u' as "isUnlogged", pg_relation_size(oid)::float8 as "localBytes",
           array(select attname::text from pg_attribute where attrelid = relation.oid and attnum > 0) as columns,
           exists (select from pg_dist_partition where logicalrelid = relation.oid) as "isPlaced"
      from pg_class as relation
     where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relname <> 'foreign_keys_aside'
       and not relation_is_a_known_shard(oid)
     order by relname`);
  return rows.map(({ columns, ...table }) => ({ ...table, placement: placementOf(table.name, columns) }));
}

/** Copies everywhere come first, then the pages, with which the other tables lie together. */
function byPlacement(one: Table, other: Table): number {
  const rank = ({ placement, name }: Table) => (placement === "everywhere" ? 0 : name === "pages" ? 1 : 2);
  return rank(one) - rank(other);
}

async function asideStep(client: pg.Client, asideAlready: number): Promise<DistributionStep> {
  const keys = (await listForeignKeys(client)).length + asideAlready;
  return { says: `Drop ${keys} foreign keys until all tables are in place.`, run: () => setKeysAside(client) };
}

function placeStep(client: pg.Client, { name, placement, isUnlogged }: Table, shards: number): DistributionStep {
  if (placement === "everywhere") {
    const run = async () => void (await client.query("select create_reference_table($1)", [name]));
    return { says: `Copy ${name} to every server.`, run };
  }
  if (name === "pages") {
    const values = [name, keyOf(name), shards];
    const run = async () =>
      void (await client.query("select create_distributed_table($1, $2, shard_count => $3)", values));
    return { says: `Distribute pages over the servers, in ${shards} shards.`, run };
  }
  const run = async () => {
    // Citus moves pages by replication, which leaves out unlogged tables.
    if (isUnlogged) await client.query(`alter table ${name} set logged`);
    await client.query("select create_distributed_table($1, $2, colocate_with => 'pages')", [name, keyOf(name)]);
  };
  return { says: `Distribute ${name} with its pages.`, run };
}

async function restoreKeys(client: pg.Client): Promise<void> {
  for (const key of await listKeysAside(client)) await restoreKey(client, key);
  await dropAside(client);
}

const hasLocalRows = ({ isPlaced, localBytes }: Table) => isPlaced && localBytes > 0;

/** The coordinator keeps its copy of the rows, which nothing reads any more, until it is truncated. */
function freeStep(client: pg.Client, { name }: Table): DistributionStep {
  const run = async () => void (await client.query("select truncate_local_data_after_distributing_table($1)", [name]));
  return { says: `Free the space that ${name} took before.`, run };
}
