import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

export type NoteRow = { id: number; at: Date; userId: string; name: string; text: string };

const columns = sql`conversation_notes.id, at, user_id, coalesce(name, '') as name, text`;

/** Oldest first; the newest ones if there are more than the limit. */
export async function listNotes(db: Db, pageId: string, psid: string, limit: number): Promise<NoteRow[]> {
  const newest = await db.many<NoteRow>(sql`
    select ${columns}
      from conversation_notes left join users on users.id = user_id
     where page_id = ${pageId} and psid = ${psid}
     order by conversation_notes.id desc
     limit ${limit}`);
  return newest.reverse();
}

/** A note with the key of an earlier one is not added again: the earlier one is returned. */
export async function insertNote(
  db: Db,
  pageId: string,
  { psid, userId, text, key }: { psid: string; userId: string; text: string; key: string | null },
): Promise<NoteRow> {
  const added = await db.find<{ id: number }>(sql`
    insert into conversation_notes (page_id, psid, user_id, text, key)
    values (${pageId}, ${psid}, ${userId}, ${text}, ${key})
        on conflict (page_id, psid, key) do nothing
    returning id`);
  const which = added ? sql`conversation_notes.id = ${added.id}` : sql`key = ${key}`;
  return db.get(sql`
    select ${columns}
      from conversation_notes left join users on users.id = user_id
     where page_id = ${pageId} and psid = ${psid} and ${which}`);
}

export function findNote(
  db: Db,
  pageId: string,
  { psid, noteId }: { psid: string; noteId: number },
): Promise<{ userId: string } | undefined> {
  return db.find(sql`
    select user_id from conversation_notes where page_id = ${pageId} and psid = ${psid} and id = ${noteId}`);
}

export async function deleteNote(db: Db, pageId: string, noteId: number): Promise<void> {
  await db.count(sql`delete from conversation_notes where page_id = ${pageId} and id = ${noteId}`);
}
