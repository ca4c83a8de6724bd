import { AppError, notFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import {
  deleteSavedReply,
  findSavedReply,
  insertSavedReply,
  type SavedReply,
  updateSavedReply,
} from "../../store/conversations/saved-replies.ts";
import { isDuplicate } from "../../store/db/errors.ts";

export async function createSavedReply(
  { db }: Deps,
  pageId: string,
  reply: { name: string; text: string },
): Promise<SavedReply> {
  const created = await insertSavedReply(db, pageId, reply);
  if (!created) throw nameTaken();
  return created;
}

export async function changeSavedReply(
  { db }: Deps,
  pageId: string,
  id: number,
  change: { name?: string | undefined; text?: string | undefined },
): Promise<SavedReply> {
  const before = await findSavedReply(db, pageId, id);
  if (!before) throw notFound("saved reply");
  const { name = before.name, text = before.text } = change;
  return updateSavedReply(db, pageId, { id, name, text }).catch((error) => {
    throw isDuplicate(error) ? nameTaken() : error;
  });
}

export async function removeSavedReply({ db }: Deps, pageId: string, id: number): Promise<SavedReply> {
  const reply = await findSavedReply(db, pageId, id);
  if (!reply) throw notFound("saved reply");
  await deleteSavedReply(db, pageId, id);
  return reply;
}

const nameTaken = () => new AppError("conflict", "A saved reply of that name is already there.");
