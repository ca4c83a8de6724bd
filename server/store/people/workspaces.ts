import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

export async function insertWorkspace(db: Db, name: string): Promise<number> {
  return (await db.get<{ id: number }>(sql`insert into workspaces (name) values (${name}) returning id`)).id;
}

/** The oldest one: where the command line puts new pages. */
export async function findFirstWorkspace(db: Db): Promise<number | undefined> {
  return (await db.find<{ id: number }>(sql`select id from workspaces order by id limit 1`))?.id;
}

/** Those who make the first workspace wait for each other until their transaction ends. */
export async function lockBeginning(db: Db): Promise<void> {
  await db.count(sql`select pg_advisory_xact_lock(727267)`);
}

export async function renameWorkspace(db: Db, workspaceId: number, name: string): Promise<void> {
  await db.count(sql`update workspaces set name = ${name} where id = ${workspaceId}`);
}

/** Changes of who belongs to a workspace wait for each other until the transaction ends. */
export async function lockWorkspace(db: Db, workspaceId: number): Promise<void> {
  await db.count(sql`select from workspaces where id = ${workspaceId} for update`);
}
