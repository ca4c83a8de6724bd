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
import { deleteResetsOf } from "../../store/people/password-resets.ts";
import { getWorkspaceName, lockWorkspace } from "../../store/people/workspaces.ts";
import { hashToken } from "../hashes.ts";
import { countEmail, emailTexts, languageOf } from "./emails.ts";
import type { User } from "./logins.ts";
import { createLogin } from "./users.ts";

/**
 * Creates an invitation for one person. Returns the link to send; only the hash of its token is stored. An invitation
 * with an e-mail address is sent there too, if the server sends e-mail.
 */
export async function invite(
  deps: Pick<Deps, "db" | "emails" | "baseUrl">,
  workspaceId: number,
  { by, ...given }: { role: Role; email: string | null; by: User },
): Promise<{ invitation: Invitation; link: string; isEmailed: boolean }> {
  const { db, emails, baseUrl } = deps;
  if (emails && given.email !== null) await countEmail(deps, { workspaceId, userId: by.id });
  const token = randomBytes(32).toString("base64url");
  const invitation = await insertInvitation(db, workspaceId, { ...given, tokenHash: hashToken(token), days: 7 });
  // In the fragment, which browsers do not send: the token stays out of server logs.
  const link = `${baseUrl()}/join#${token}`;
  if (!emails || given.email === null) return { invitation, link, isEmailed: false };
  const words = emailTexts[await languageOf(deps, by.id)];
  const workspace = await getWorkspaceName(db, workspaceId);
  emails.send({ to: given.email, ...words.invitation({ link, workspace, by: by.name }) });
  return { invitation, link, isEmailed: true };
}

export async function getInvitation({ db }: Pick<Deps, "db">, token: string): Promise<OpenInvitation> {
  const invitation = await holdInvitation(db, hashToken(token));
  if (!invitation) throw notFound("invitation, or it has been used or has run out");
  return invitation;
}

export async function withdrawInvitation({ db }: Pick<Deps, "db">, workspaceId: number, id: number) {
  const withdrawn = await deleteInvitation(db, workspaceId, id);
  if (!withdrawn) throw notFound("invitation");
  return withdrawn;
}

/** Creates a login and joins the workspace. An invitation with an e-mail address is valid for that address only. */
export async function signUpInvited(
  { db }: Pick<Deps, "db">,
  { token, ...login }: { token: string; name: string; email: string; password: string },
): Promise<{ userId: string; workspaceId: number }> {
  return db.transact(async (db) => {
    const invitation = await getInvitation({ db }, token);
    checkAddressee(invitation, login.email);
    const userId = await createLogin({ db }, login);
    await redeem(db, invitation, userId);
    return { userId, workspaceId: invitation.workspaceId };
  });
}

/** Joins the workspace with an existing login. */
export async function joinInvited({ db }: Pick<Deps, "db">, user: User, token: string): Promise<OpenInvitation> {
  return db.transact(async (db) => {
    const invitation = await getInvitation({ db }, token);
    checkAddressee(invitation, user.email);
    if (await findMembership(db, invitation.workspaceId, user.id))
      throw new AppError("conflict", "You are already a member of this workspace.");
    await redeem(db, invitation, user.id);
    return invitation;
  });
}

async function redeem(db: Deps["db"], { id, workspaceId, role }: OpenInvitation, userId: string): Promise<void> {
  await lockWorkspace(db, workspaceId);
  await deleteInvitation(db, workspaceId, id);
  await saveMember(db, workspaceId, userId, role);
  // An owner of another workspace may still have a link for this person's password. It must not open this workspace.
  await deleteResetsOf(db, userId);
}

function checkAddressee(invitation: OpenInvitation, email: string): void {
  if (invitation.email !== null && invitation.email !== email)
    throw new AppError("conflict", "The invitation is for another e-mail address.");
}
