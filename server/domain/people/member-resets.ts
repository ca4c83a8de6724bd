import { AppError, notFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { findMember, listWorkspacesOf, type Member } from "../../store/people/members.ts";
import { deleteSessions } from "../../store/people/sessions.ts";
import { deleteTwoFactor } from "../../store/people/two-factors.ts";
import { clearTwoFactor } from "../../store/people/users.ts";
import { countEmail, emailTexts, languageOf } from "./emails.ts";
import type { User } from "./logins.ts";
import { createResetLink, hostOf } from "./password-resets.ts";

type ResetDeps = Pick<Deps, "db" | "emails" | "baseUrl">;
type OfMember = { workspaceId: number; userId: string; by: User };

/** Makes a link for a member's new password, which their owner passes on. */
export async function resetMemberPassword(deps: ResetDeps, given: OfMember) {
  const member = await getResettable(deps, given);
  return { member, ...(await createResetLink(deps, member.id, { hours: 24 })) };
}

/** Removes a member's second factor, and tells them. */
export async function resetMemberSecondFactor(deps: ResetDeps, given: OfMember): Promise<Member> {
  const member = await getResettable(deps, given);
  if (deps.emails) await countEmail(deps, { workspaceId: given.workspaceId, userId: given.by.id });
  await removeSecondFactor(deps, member.id);
  const words = emailTexts[await languageOf(deps, member.id)];
  deps.emails?.send({
    to: member.email,
    ...words.secondFactorRemoved({ host: hostOf(deps), by: given.by.name }),
  });
  return member;
}

/** Removes a user's second factor. Ends all their sessions, as another may hold one of them. */
export async function removeSecondFactor({ db }: Pick<Deps, "db">, userId: string): Promise<void> {
  await deleteTwoFactor(db, userId);
  await clearTwoFactor(db, userId);
  await deleteSessions(db, userId);
}

/**
 * A login opens all workspaces of its user, so an owner may reset it only if they own each of them. One's own is reset
 * in the profile, by the password.
 */
async function getResettable({ db }: Pick<Deps, "db">, { workspaceId, userId, by }: OfMember): Promise<Member> {
  const member = await findMember(db, workspaceId, userId);
  if (!member) throw notFound("member");
  if (userId === by.id) throw new AppError("conflict", "Change your own login in your profile.");
  const owned = new Set((await listWorkspacesOf(db, by.id)).flatMap(({ id, role }) => (role === "owner" ? [id] : [])));
  if ((await listWorkspacesOf(db, userId)).some(({ id }) => !owned.has(id)))
    throw new AppError("conflict", "This person also belongs to a workspace of others, so only they can do this.");
  return member;
}
