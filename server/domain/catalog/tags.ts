import { AppError, notFound } from "@banter/core/model/error.ts";
import type { Deps } from "../../deps.ts";
import { deleteTags, listTags, saveTags, type Tag } from "../../store/catalog/tags.ts";
import { type Db, nextIds } from "../../store/db/db.ts";
import { changeSetup } from "../pages/change-setup.ts";
import { clearLater } from "./clear-later.ts";

/** Creates a tag at the end of the list. */
export function createTag({ db }: Deps, pageId: string, name: string): Promise<Tag> {
  return changeTags(db, pageId, async (db, tags) => {
    const [id = 0] = await nextIds(db, 1);
    const tag = { id, name };
    await save(db, pageId, [...tags, tag], tag);
    return tag;
  });
}

/** Renames a tag. Customers keep it. */
export function renameTag({ db }: Deps, pageId: string, tagId: number, name: string): Promise<Tag> {
  return changeTags(db, pageId, async (db, tags) => {
    const renamed = { ...tagOf(tags, tagId), name };
    await save(
      db,
      pageId,
      tags.map((tag) => (tag.id === tagId ? renamed : tag)),
      renamed,
    );
    return renamed;
  });
}

/** Deletes a tag. The page's owner takes it from all customers soon. */
export function removeTag({ db }: Deps, pageId: string, tagId: number): Promise<Tag> {
  return changeTags(db, pageId, async (db, tags) => {
    const tag = tagOf(tags, tagId);
    await clearLater(db, pageId, { tagId });
    await deleteTags(db, pageId, [tagId]);
    return tag;
  });
}

function changeTags<Result>(db: Db, pageId: string, work: (db: Db, tags: Tag[]) => Promise<Result>): Promise<Result> {
  return changeSetup(db, pageId, async (db) => {
    return work(db, await listTags(db, pageId));
  });
}

async function save(db: Db, pageId: string, tags: Tag[], { id, name }: Tag): Promise<void> {
  if (tags.some((tag) => tag.id !== id && tag.name === name))
    throw new AppError("conflict", "A tag of that name is already there.");
  await saveTags(db, pageId, tags);
}

function tagOf(tags: Tag[], tagId: number): Tag {
  const tag = tags.find(({ id }) => id === tagId);
  if (!tag) throw notFound("tag");
  return tag;
}
