import type { Db } from "../db/db.ts";
import { blankNotifications } from "../notifications/notifications.ts";
import { blankLast, rewriteLast } from "./conversations.ts";
import { lockAllDigests, nextChanges } from "./digests.ts";
import { deleteWords, insertWords, type WordRow } from "./message-words.ts";

type Written = { pageId: string; id: number; psid: string; text: string };

/**
 * Removes the text of a message that was deleted, after its turn was erased, from the inbox, the search and the
 * notifications of members.
 */
export async function redactInbox(db: Db, { pageId, id, psid, text }: Written): Promise<void> {
  await db.transact(async (db) => {
    // A digest that has read the text before it was erased may still be writing it.
    await lockAllDigests(db, pageId);
    await deleteWords(db, pageId, id);
    await blankNotifications(db, { pageId, psid, after: id, text });
    const { changed } = await nextChanges(db, pageId);
    await blankLast(db, { pageId, lastId: id, changed });
  });
}

/** Puts the new text of an edited message into the inbox and the search, after its turn was changed. */
export async function rewriteInbox(
  db: Db,
  { pageId, id, text, words }: { pageId: string; id: number; text: string; words: WordRow[] },
): Promise<void> {
  await db.transact(async (db) => {
    await lockAllDigests(db, pageId);
    await deleteWords(db, pageId, id);
    if (words.length > 0) await insertWords(db, words);
    const { changed } = await nextChanges(db, pageId);
    await rewriteLast(db, { pageId, lastId: id, text, changed });
  });
}
