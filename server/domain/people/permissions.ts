import { PageId } from "@banter/core/channels/index.ts";
import { AppError, notFound } from "@banter/core/model/error.ts";
import { isAllowed, type Permission } from "@banter/core/model/role.ts";
import type { Deps } from "../../deps.ts";
import { findMembership, findPageMembership, type Membership } from "../../store/people/members.ts";

export type Scope = { pageId: string } | { workspaceId: number };

/**
 * Returns the user's membership in the team of a page or workspace. Throws `not_found` if they are no member, so that
 * strangers do not learn what exists, and `forbidden` if their role lacks the permission.
 */
export async function requirePermission(
  { db }: Pick<Deps, "db">,
  userId: string,
  scope: Scope,
  permission: Permission,
): Promise<Membership> {
  const membership = await findIn(db, userId, scope);
  if (!membership) throw notFound("pageId" in scope ? "page" : "workspace");
  if (!isAllowed(membership.role, permission)) throw new AppError("forbidden", "Your role does not allow that.");
  return membership;
}

async function findIn(db: Deps["db"], userId: string, scope: Scope): Promise<Membership | undefined> {
  if ("workspaceId" in scope) return findMembership(db, scope.workspaceId, userId);
  return PageId.safeParse(scope.pageId).success ? findPageMembership(db, scope.pageId, userId) : undefined;
}
