import type { Role } from "@banter/core/model/role.ts";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

export type Membership = { workspaceId: number; role: Role };
export type Member = {
  id: string;
  name: string;
  email: string;
  role: Role;
  hasTwoFactor: boolean;
  joinedAt: Date;
};

/** The user's membership in the page's workspace. */
export function findPageMembership(db: Db, pageId: string, userId: string): Promise<Membership | undefined> {
  return db.find(sql`
    select workspace_id, role
      from pages join members using (workspace_id)
     where pages.id = ${pageId} and user_id = ${userId}`);
}

export function findMembership(db: Db, workspaceId: number, userId: string): Promise<Membership | undefined> {
  return db.find(sql`
    select workspace_id, role from members where workspace_id = ${workspaceId} and user_id = ${userId}`);
}

/** Oldest first. */
export function listMembers(db: Db, workspaceId: number): Promise<Member[]> {
  return db.many(sql`${memberRows} where workspace_id = ${workspaceId} order by members.created_at, email`);
}

export function findMember(db: Db, workspaceId: number, userId: string): Promise<Member | undefined> {
  return db.find(sql`${memberRows} where workspace_id = ${workspaceId} and users.id = ${userId}`);
}

const memberRows = sql`
  select users.id, name, email, role, two_factor_enabled as has_two_factor, members.created_at as joined_at
    from members
    join users on users.id = user_id`;

export function listWorkspacesOf(db: Db, userId: string): Promise<{ id: number; name: string; role: Role }[]> {
  return db.many(sql`
    select id, name, role
      from members
      join workspaces on workspaces.id = workspace_id
     where user_id = ${userId}
     order by id`);
}

export async function saveMember(db: Db, workspaceId: number, userId: string, role: Role): Promise<void> {
  await db.count(sql`
    insert into members (workspace_id, user_id, role)
    values (${workspaceId}, ${userId}, ${role})
        on conflict (workspace_id, user_id) do update set role = excluded.role`);
}

export async function deleteMember(db: Db, workspaceId: number, userId: string): Promise<void> {
  await db.count(sql`delete from members where workspace_id = ${workspaceId} and user_id = ${userId}`);
}
