import type { Db } from "../db/db.ts";
import { nodeLockSeed } from "../db/listen.ts";
import { sql } from "../db/sql.ts";
import { epochMs } from "../health/database-clock.ts";

/** How long a node's leases hold after its last heartbeat. */
export const leaseSeconds = 10;

/** `installation`: the id kept in the data folder that the node was started with, if the folder can keep one. */
export type NewNode = { id: string; baseUrl: string; installation: string | undefined };

export async function insertNode(db: Db, { id, baseUrl, installation = "" }: NewNode): Promise<void> {
  await db.count(sql`
    insert into nodes (id, base_url, machine, key_ids, alive_until)
    values (${id}, ${baseUrl}, ${installation}, ${db.sealer.keyIds()},
            clock_timestamp() + ${leaseSeconds} * interval '1 second')`);
}

/** Tells the other nodes which keys this one can open values with; the first one is what it seals with. */
export async function saveNodeKeys(db: Db, id: string): Promise<void> {
  const keyIds = db.sealer.keyIds();
  await db.count(sql`update nodes set key_ids = ${keyIds} where id = ${id} and key_ids is distinct from ${keyIds}`);
}

/** The keys of each living node; null for a node of a release that seals nothing. */
export async function listNodeKeys(db: Db): Promise<(string[] | null)[]> {
  const nodes = await db.many<{ keyIds: string[] | null }>(sql`
    select key_ids from nodes where alive_until > clock_timestamp()`);
  return nodes.map(({ keyIds }) => keyIds);
}

/**
 * The heartbeat. Returns the database's time, or undefined if the node is not registered: one that seemed dead was
 * removed and must register again.
 */
export function keepAlive(db: Db, nodeId: string): Promise<{ now: number } | undefined> {
  return db.find(sql`
    update nodes set alive_until = clock_timestamp() + ${leaseSeconds} * interval '1 second' where id = ${nodeId}
    returning ${epochMs} as now`);
}

/** The nodes whose leases hold, and for how long they still do without another heartbeat. */
export function listLeaseEnds(db: Db): Promise<{ id: string; endsInMs: number }[]> {
  return db.many(sql`
    select id, (extract(epoch from alive_until - clock_timestamp()) * 1000)::float8 as ends_in_ms
      from nodes
     where alive_until > clock_timestamp()`);
}

/** The ids of the nodes whose leases hold. */
export async function listLivingNodeIds(db: Db): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`select id from nodes where alive_until > clock_timestamp()`);
  return rows.map(({ id }) => id);
}

export async function deleteNode(db: Db, id: string): Promise<void> {
  await db.count(sql`delete from nodes where id = ${id}`);
}

/**
 * Removes the dead nodes of an installation. A living node holds an advisory lock on its listening connection, which
 * PostgreSQL releases as soon as the process is gone. Host names and process ids cannot tell: many containers share
 * them.
 */
export async function deleteDeadNodesOf(db: Db, installation: string): Promise<void> {
  await db.count(sql`
    with known as materialized (select id from nodes where machine = ${installation})
    delete from nodes using known
     where nodes.id = known.id and pg_try_advisory_xact_lock(hashtextextended(known.id::text, ${nodeLockSeed}))`);
}

/** Removes the nodes of all installations that died over an hour ago. */
export async function deleteDeadNodes(db: Db): Promise<void> {
  await db.count(sql`delete from nodes where alive_until < clock_timestamp() - interval '1 hour'`);
}

/** The nodes whose leases still hold. */
export function listLivingNodes(db: Db): Promise<{ id: string; baseUrl: string }[]> {
  return db.many(sql`select id, base_url from nodes where alive_until > clock_timestamp() order by started_at`);
}

export async function countLivingNodes(db: Db): Promise<number> {
  const { count } = await db.get<{ count: number }>(sql`
    select count(*) from nodes where alive_until > clock_timestamp()`);
  return count;
}

/** The address of the server that was started last. */
export async function findNewestBaseUrl(db: Db): Promise<string | undefined> {
  const row = await db.find<{ baseUrl: string }>(sql`select base_url from nodes order by started_at desc limit 1`);
  return row?.baseUrl;
}
