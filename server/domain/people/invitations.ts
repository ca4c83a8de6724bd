import { randomBytes } from "node:crypto";
import { AppError, notFound } from "@banter/core/model/error.ts";
import type { Role } from "@banter/core/model/role.ts";
import type { Deps } from "../../deps.ts";
import {
  deleteInvitation,
  holdInvitation,
  type Invitation,
  insertInvitation,
  type OpenInvitation,
} from "../../store/people/invitations.ts";
import { findMembership, saveMember } from "../../store/people/members.ts";
import { lockWorkspace } from "../../store/people/workspaces.ts";
import { sha256 } from "../sha256.ts";
import type { User } from "./logins.ts";
import { createLogin } from "./users.ts";

/** Makes a link that lets one person in. Only a hash of what it carries is kept. */
export async function invite(
  { db, baseUrl }: Pick<Deps, "db" | "baseUrl">,
  workspaceId: number,
  given: { role: Role; email: string | null },
): Promise<{ invitation: Invitation; link: string }> {
  const token = randomBytes(32).toString("base64url");
  const invitation = await insertInvitation(db, workspaceId, { ...given, tokenHash: sha256(token), days: 7 });
  // After the hash sign, where no server's log sees it.
  return { invitation, link: `${baseUrl()}/join#${token}` };
}

export async function getInvitation({ db }: Pick<Deps, "db">, token: string): Promise<OpenInvitation> {
  const invitation = await holdInvitation(db, sha256(token));
  if (!invitation) throw notFound("invitation, or it has been used or has run out");
  return invitation;
}

export async function withdraw({ db }: Pick<Deps, "db">, workspaceId: number, id: number) {
  const withdrawn = await deleteInvitation(db, workspaceId, id);
  if (!withdrawn) throw notFound("invitation");
  return withdrawn;
}

/** Makes a login and joins. An invitation to an address is for that address. */
export async function signUpInvited(
  { db }: Pick<Deps, "db">,
  { token, ...login }: { token: string; name: string; email: string; password: string },
): Promise<{ userId: string; workspaceId: number }> {
  return db.transact(async (db) => {
    const invitation = await getInvitation({ db }, token);
    checkAddressee(invitation, login.email);
    const userId = await createLogin({ db }, login);
    await use(db, invitation, userId);
    return { userId, workspaceId: invitation.workspaceId };
  });
}

/** Joins with the login one has. */
export async function joinInvited({ db }: Pick<Deps, "db">, user: User, token: string): Promise<OpenInvitation> {
  return db.transact(async (db) => {
    const invitation = await getInvitation({ db }, token);
    checkAddressee(invitation, user.email);
    if (await findMembership(db, invitation.workspaceId, user.id))
      throw new AppError("conflict", "You belong to this workspace already.");
    await use(db, invitation, user.id);
    return invitation;
  });
}

async function use(db: Deps["db"], { id, workspaceId, role }: OpenInvitation, userId: string): Promise<void> {
  await lockWorkspace(db, workspaceId);
  await deleteInvitation(db, workspaceId, id);
  await saveMember(db, workspaceId, userId, role);
}

function checkAddressee({ email }: OpenInvitation, theirs: string): void {
  if (email !== null && email !== theirs)
    throw new AppError("conflict", "The invitation is for another e-mail address.");
}
