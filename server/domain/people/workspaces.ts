import { Email } from "@banter/core/api/management/logins.ts";
import { AppError, notFound } from "@banter/core/model/error.ts";
import { Name } from "@banter/core/model/names.ts";
import type { Deps } from "../../deps.ts";
import { listWorkspacesOf, saveMember } from "../../store/people/members.ts";
import { deleteResetsOf } from "../../store/people/password-resets.ts";
import { findUserId } from "../../store/people/users.ts";
import { insertWorkspace } from "../../store/people/workspaces.ts";
import { checkName } from "../catalog/names.ts";
import { writeAuditEntry } from "./audit-log.ts";

/** Creates another workspace for a person who owns one on this server. */
export async function createWorkspace({ db }: Pick<Deps, "db">, userId: string, name: string): Promise<number> {
  if (!(await listWorkspacesOf(db, userId)).some(({ role }) => role === "owner"))
    throw new AppError("forbidden", "Only an owner of a workspace can make another one.");
  return insertOwned({ db }, userId, name);
}

/** Creates a workspace for any user, from the command line. */
export async function createWorkspaceFor(
  { db }: Pick<Deps, "db">,
  { name, email }: { name: string; email: string },
): Promise<number> {
  checkName(Name, name);
  return db.transact(async (db) => {
    const userId = await findUserId(db, Email.safeParse(email).data ?? "");
    if (userId === undefined) throw notFound("user");
    const workspaceId = await insertOwned({ db }, userId, name);
    const entry = {
      workspaceId,
      userId: "",
      action: "workspace_created",
      subject: name,
      pageId: null,
      subjectId: null,
    };
    await writeAuditEntry({ db }, entry);
    return workspaceId;
  });
}

async function insertOwned({ db }: Pick<Deps, "db">, userId: string, name: string): Promise<number> {
  const workspaceId = await insertWorkspace(db, name);
  await saveMember(db, workspaceId, userId, "owner");
  // As when joining: an owner of another workspace may still have a link for this person's password.
  await deleteResetsOf(db, userId);
  return workspaceId;
}
