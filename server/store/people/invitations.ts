import type { Role } from "@banter/core/model/role.ts";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

export type Invitation = { id: number; role: Role; email: string | null; createdAt: Date; expiresAt: Date };
export type OpenInvitation = { id: number; workspaceId: number; workspace: string; role: Role; email: string | null };

/** Open invitations, newest first. */
export function listInvitations(db: Db, workspaceId: number): Promise<Invitation[]> {
  return db.many(sql`
    select id, role, email, created_at, expires_at
      from invitations
     where workspace_id = ${workspaceId} and expires_at > now()
     order by id desc`);
}

export function insertInvitation(
  db: Db,
  workspaceId: number,
  given: { role: Role; email: string | null; tokenHash: Buffer; days: number },
): Promise<Invitation> {
  return db.get(sql`
    insert into invitations (workspace_id, role, email, token_hash, expires_at)
    values (${workspaceId}, ${given.role}, ${given.email}, ${given.tokenHash},
            now() + make_interval(days => ${given.days}))
    returning id, role, email, created_at, expires_at`);
}

/** Locked until the transaction ends, so that a link that is followed twice at once is used once. */
export function holdInvitation(db: Db, tokenHash: Buffer): Promise<OpenInvitation | undefined> {
  return db.find(sql`
    select invitations.id, workspace_id, workspaces.name as workspace, role, email
      from invitations
      join workspaces on workspaces.id = workspace_id
     where token_hash = ${tokenHash} and expires_at > now()
       for update of invitations`);
}

/** Returns the deleted invitation, or undefined if there is none. */
export async function deleteInvitation(
  db: Db,
  workspaceId: number,
  id: number,
): Promise<{ role: Role; email: string | null } | undefined> {
  return db.find(sql`
    delete from invitations where workspace_id = ${workspaceId} and id = ${id} returning role, email`);
}
