import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { blankLast, rewriteLast } from "./conversations.ts";
import { lockAllDigests, nextChanges } from "./digests.ts";
import { deleteWords, insertWords, type WordRow } from "./message-words.ts";

/** Members are told the beginning of a message. */
export const notifiedLength = 300;

type Written = { pageId: string; id: number; psid: string; text: string };

/**
 * Removes the text of a message that was deleted, after its turn was erased, from the inbox, the search, the
 * notifications of members and the mail that could not be handled.
 */
export async function redactInbox(db: Db, { pageId, id, psid, text }: Written): Promise<void> {
  await db.transact(async (db) => {
    // A digest that has read the text before it was erased may still be writing it.
    await lockAllDigests(db, pageId);
    await deleteWords(db, pageId, id);
    await db.count(sql`
      update notifications set text = ''
       where page_id = ${pageId} and psid = ${psid} and id > ${id} and kind = 'message'
             and text = ${text.slice(0, notifiedLength)}`);
    const { changed } = await nextChanges(db, pageId);
    await blankLast(db, { pageId, lastId: id, changed });
  });
}

/** Deleted messages that could not be handled are not to be handled any more. */
export async function deleteParked(
  db: Db,
  { pageId, psid, platformId }: { pageId: string; psid: string; platformId: string },
): Promise<void> {
  await db.count(sql`
    delete from parked_mail
     where page_id = ${pageId} and psid = ${psid} and event ->> 'type' = 'message' and event ->> 'key' = ${platformId}`);
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
