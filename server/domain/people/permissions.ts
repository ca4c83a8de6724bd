import { PageId } from "@banter/core/model/channel.ts";
import { AppError, notFound } from "@banter/core/model/error.ts";
import { isAllowed, type Permission } from "@banter/core/model/role.ts";
import type { Deps } from "../../deps.ts";
import { findMembership, findPageMembership, type Membership } from "../../store/people/members.ts";

export type Place = { pageId: string } | { workspaceId: number };

/**
 * Returns the user's membership in the team of a page or workspace. Throws `not_found` if they are no member, so that
 * strangers do not learn what exists, and `forbidden` if their role lacks the permission.
 */
export async function requirePermission(
  { db }: Pick<Deps, "db">,
  userId: string,
  place: Place,
  permission: Permission,
): Promise<Membership> {
  const membership = await findIn(db, userId, place);
  if (!membership) throw notFound("pageId" in place ? "page" : "workspace");
  if (!isAllowed(membership.role, permission)) throw new AppError("forbidden", "Your role does not allow that.");
  return membership;
}

async function findIn(db: Deps["db"], userId: string, place: Place): Promise<Membership | undefined> {
  if ("workspaceId" in place) return findMembership(db, place.workspaceId, userId);
  return PageId.safeParse(place.pageId).success ? findPageMembership(db, place.pageId, userId) : undefined;
}
