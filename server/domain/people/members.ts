import { AppError, notFound } from "@banter/core/model/error.ts";
import type { Role } from "@banter/core/model/role.ts";
import type { Deps } from "../../deps.ts";
import { deleteMember, listMembers, type Member, saveMember } from "../../store/people/members.ts";
import { hasUsers } from "../../store/people/users.ts";
import { insertWorkspace, lockFirstWorkspace, lockWorkspace } from "../../store/people/workspaces.ts";
import { createLogin } from "./users.ts";

/** Creates the first user, as owner of a new workspace. Refused once there is a user: others come by invitation. */
export async function signUpOwner(
  { db }: Pick<Deps, "db">,
  { workspace, ...login }: { name: string; email: string; password: string; workspace: string },
): Promise<{ userId: string; workspaceId: number }> {
  return db.transact(async (db) => {
    await lockFirstWorkspace(db);
    if (await hasUsers(db)) throw new AppError("conflict", "There is already an owner. Ask for an invitation.");
    const userId = await createLogin({ db }, login);
    const workspaceId = await insertWorkspace(db, workspace);
    await saveMember(db, workspaceId, userId, "owner");
    return { userId, workspaceId };
  });
}

export function changeRole({ db }: Pick<Deps, "db">, workspaceId: number, userId: string, role: Role): Promise<Member> {
  return changeMember(db, workspaceId, userId, async (db, member, isLastOwner) => {
    if (isLastOwner && role !== "owner") throw lastOwner();
    await saveMember(db, workspaceId, member.id, role);
  });
}

/** Ends a membership at once: every call looks the membership up. Their sessions go on for other workspaces. */
export function removeMember({ db }: Pick<Deps, "db">, workspaceId: number, userId: string): Promise<Member> {
  return changeMember(db, workspaceId, userId, async (db, member, isLastOwner) => {
    if (isLastOwner) throw lastOwner();
    await deleteMember(db, workspaceId, member.id);
  });
}

function changeMember(
  db: Deps["db"],
  workspaceId: number,
  userId: string,
  change: (db: Deps["db"], member: Member, isLastOwner: boolean) => Promise<void>,
): Promise<Member> {
  return db.transact(async (db) => {
    // Without the lock, two owners could remove each other at the same time.
    await lockWorkspace(db, workspaceId);
    const members = await listMembers(db, workspaceId);
    const member = members.find(({ id }) => id === userId);
    if (!member) throw notFound("member");
    await change(db, member, member.role === "owner" && members.filter(({ role }) => role === "owner").length === 1);
    return member;
  });
}

const lastOwner = () => new AppError("conflict", "A workspace must keep at least one owner.");
