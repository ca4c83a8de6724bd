import type { Db } from "../db/db.ts";
import { blankLast } from "./conversations.ts";
import { lockAllDigests, nextChanges } from "./digests.ts";
import { deleteWords } from "./message-words.ts";

/** Removes the text of a message that its customer has deleted, after its turn was erased, from the inbox and the search. */
export async function redactInbox(db: Db, { pageId, id }: { pageId: string; id: number }): Promise<void> {
  await db.transact(async (db) => {
    // A digest that has read the text before it was erased may still be writing it.
    await lockAllDigests(db, pageId);
    await deleteWords(db, pageId, id);
    const { changed } = await nextChanges(db, pageId);
    await blankLast(db, { pageId, lastId: id, changed });
  });
}
