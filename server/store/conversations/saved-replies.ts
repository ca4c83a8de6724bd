import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

export type SavedReply = { id: number; name: string; text: string };

/** By name. */
export function listSavedReplies(db: Db, pageId: string): Promise<SavedReply[]> {
  return db.many(sql`select id, name, text from saved_replies where page_id = ${pageId} order by lower(name), id`);
}

/** Undefined if the name is taken. */
export function insertSavedReply(
  db: Db,
  pageId: string,
  { name, text }: Omit<SavedReply, "id">,
): Promise<SavedReply | undefined> {
  return db.find(sql`
    insert into saved_replies (page_id, name, text) values (${pageId}, ${name}, ${text})
        on conflict (page_id, name) do nothing
    returning id, name, text`);
}

/** Locks the reply until the transaction ends. */
export function findSavedReply(db: Db, pageId: string, id: number): Promise<SavedReply | undefined> {
  return db.find(sql`select id, name, text from saved_replies where page_id = ${pageId} and id = ${id} for update`);
}

/** Fails as a duplicate if another reply has the name, also one of a transaction that has just ended. */
export function updateSavedReply(db: Db, pageId: string, { id, name, text }: SavedReply): Promise<SavedReply> {
  return db.get(sql`
    update saved_replies set name = ${name}, text = ${text} where page_id = ${pageId} and id = ${id}
    returning id, name, text`);
}

export async function deleteSavedReply(db: Db, pageId: string, id: number): Promise<boolean> {
  return (await db.count(sql`delete from saved_replies where page_id = ${pageId} and id = ${id}`)) > 0;
}
