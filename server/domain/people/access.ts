import { PageId } from "@banter/core/channels/index.ts";
import { AppError, notFound } from "@banter/core/model/error.ts";
import { type Deed, isAllowed } from "@banter/core/model/role.ts";
import type { Deps } from "../../deps.ts";
import { findMembership, findPageMembership, type Membership } from "../../store/people/members.ts";

export type Place = { pageId: string } | { workspaceId: number };

/**
 * The one gate of the management API: what the user is in a page's or a workspace's team, if that allows the deed. What
 * is not theirs does not exist for them; what is theirs and beyond their role is forbidden.
 */
export async function allow({ db }: Pick<Deps, "db">, userId: string, place: Place, deed: Deed): Promise<Membership> {
  const membership = await findIn(db, userId, place);
  if (!membership) throw notFound("pageId" in place ? "page" : "workspace");
  if (!isAllowed(membership.role, deed)) throw new AppError("forbidden", "Your role does not allow that.");
  return membership;
}

async function findIn(db: Deps["db"], userId: string, place: Place): Promise<Membership | undefined> {
  if ("workspaceId" in place) return findMembership(db, place.workspaceId, userId);
  return PageId.safeParse(place.pageId).success ? findPageMembership(db, place.pageId, userId) : undefined;
}
