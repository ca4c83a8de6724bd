import type { Db } from "./db.ts";
import { sql } from "./sql.ts";

export type NewNode = { id: string; baseUrl: string; machine: string; pid: number };

export async function insertNode(db: Db, { id, baseUrl, machine, pid }: NewNode): Promise<void> {
  await db.count(sql`
    insert into nodes (id, base_url, machine, pid, alive_until)
    values (${id}, ${baseUrl}, ${machine}, ${pid}, clock_timestamp() + interval '10 seconds')`);
}

export function listNodesOn(db: Db, machine: string): Promise<{ id: string; pid: number }[]> {
  return db.many(sql`select id, pid from nodes where machine = ${machine}`);
}

export async function deleteNode(db: Db, id: string): Promise<void> {
  await db.count(sql`delete from nodes where id = ${id}`);
}

/** Where the server started last can be reached, if one has been started. */
export async function findNewestBaseUrl(db: Db): Promise<string | undefined> {
  const row = await db.find<{ baseUrl: string }>(sql`select base_url from nodes order by started_at desc limit 1`);
  return row?.baseUrl;
}
