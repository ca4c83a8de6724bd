import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

export async function insertWorkspace(db: Db, name: string): Promise<number> {
  return (await db.get<{ id: number }>(sql`insert into workspaces (name) values (${name}) returning id`)).id;
}

export async function hasWorkspace(db: Db, workspaceId: number): Promise<boolean> {
  return (await db.count(sql`select from workspaces where id = ${workspaceId}`)) > 0;
}

/** Oldest first. */
export function listWorkspaces(db: Db): Promise<{ id: number; name: string; pages: number; members: number }[]> {
  return db.many(sql`
    select id, name,
           (select count(*) from pages where workspace_id = workspaces.id) as pages,
           (select count(*) from members where workspace_id = workspaces.id) as members
      from workspaces
     order by id`);
}

/** The oldest workspace, to which the command line adds new pages. */
export async function findFirstWorkspace(db: Db): Promise<number | undefined> {
  return (await db.find<{ id: number }>(sql`select id from workspaces order by id limit 1`))?.id;
}

/** Serialises the creation of the first workspace: others wait until the transaction ends. */
export async function lockFirstWorkspace(db: Db): Promise<void> {
  await db.count(sql`select pg_advisory_xact_lock(727267)`);
}

export async function getWorkspaceName(db: Db, workspaceId: number): Promise<string> {
  return (await db.get<{ name: string }>(sql`select name from workspaces where id = ${workspaceId}`)).name;
}

export async function renameWorkspace(db: Db, workspaceId: number, name: string): Promise<void> {
  await db.count(sql`update workspaces set name = ${name} where id = ${workspaceId}`);
}

/** Serialises changes of the members: others wait until the transaction ends. */
export async function lockWorkspace(db: Db, workspaceId: number): Promise<void> {
  await db.count(sql`select from workspaces where id = ${workspaceId} for update`);
}
