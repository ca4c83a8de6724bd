import { AppError, notFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import {
  deleteInboxView,
  findInboxView,
  type InboxView,
  insertInboxView,
  listInboxViews,
} from "../../store/conversations/inbox-views.ts";
import { findMembership } from "../../store/people/members.ts";
import { checkReferences } from "../audience/segments.ts";

const maxViews = 50;

/** Saves a view of the inbox for all members. */
export async function createInboxView(
  { db }: Pick<Deps, "db">,
  { pageId, workspaceId }: { pageId: string; workspaceId: number },
  view: Omit<InboxView, "id">,
): Promise<InboxView> {
  const { condition, member } = view;
  if (condition) await checkReferences(db, pageId, condition);
  if (member !== null && !(await findMembership(db, workspaceId, member))) throw notFound("member");
  if ((await listInboxViews(db, pageId)).length >= maxViews)
    throw new AppError("conflict", `A page has at most ${maxViews} saved views.`);
  const saved = await insertInboxView(db, pageId, view);
  if (!saved) throw new AppError("conflict", "Another view has this name.");
  return saved;
}

export async function getInboxView({ db }: Pick<Deps, "db">, pageId: string, id: number): Promise<InboxView> {
  const view = await findInboxView(db, pageId, id);
  if (!view) throw notFound("view");
  return view;
}

export async function removeInboxView({ db }: Pick<Deps, "db">, pageId: string, id: number): Promise<string> {
  const removed = await deleteInboxView(db, pageId, id);
  if (!removed) throw notFound("view");
  return removed.name;
}
