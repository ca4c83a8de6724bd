import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** `installation`: the data folder it was started with, if that can keep an id. */
export type NewNode = { id: string; baseUrl: string; installation: string | undefined };

export async function insertNode(db: Db, { id, baseUrl, installation = "" }: NewNode): Promise<void> {
  await db.count(sql`
    insert into nodes (id, base_url, machine, alive_until)
    values (${id}, ${baseUrl}, ${installation}, clock_timestamp() + interval '10 seconds')`);
}

export async function deleteNode(db: Db, id: string): Promise<void> {
  await db.count(sql`delete from nodes where id = ${id}`);
}

/**
 * Removes the nodes of an installation that have died. A living node's listening connection holds its lock, which
 * PostgreSQL gives back the moment the process is gone; host names and process numbers are the same in many containers.
 */
export async function deleteDeadNodesOf(db: Db, installation: string): Promise<void> {
  await db.count(sql`
    with known as materialized (select id from nodes where machine = ${installation})
    delete from nodes using known
     where nodes.id = known.id and pg_try_advisory_xact_lock(hashtextextended(known.id::text, ${nodeLockSeed}))`);
}

/** Keeps the locks of nodes apart from other advisory locks. */
export const nodeLockSeed = 727_266;

/** Where the server started last can be reached, if one has been started. */
export async function findNewestBaseUrl(db: Db): Promise<string | undefined> {
  const row = await db.find<{ baseUrl: string }>(sql`select base_url from nodes order by started_at desc limit 1`);
  return row?.baseUrl;
}
