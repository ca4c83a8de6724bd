import { typesWith } from "@banter/core/flow/event-traits.ts";
import type { Db } from "../db/db.ts";
import { pagesOf, rowsOfPages, sql } from "../db/sql.ts";
import { type DigestPosition, nextChangesOf } from "./digests.ts";

export type LastEntry = { id: number; at: number; from: "customer" | "bot" | "person"; kind: string; text: string };

/** The news of one conversation. */
export type ConversationChange = {
  pageId: string;
  psid: string;
  changed: number;
  /** The newest entry, if there is a new one. */
  last: LastEntry | null;
  /** The customer has written or pressed something. */
  hasWritten: boolean;
  /** The id of the last entry that a person wrote, before which everything is read; 0 if there is none. */
  answeredAt: number;
  /** Ids of the customer's entries after that, each counted as unread unless it is read already. */
  inputs: number[];
};

/** Applies news. A conversation without an entry gets no line; an existing one is only reported as changed. */
export async function saveConversations(db: Db, changes: ConversationChange[]): Promise<void> {
  const [entered, touched] = [changes.filter(({ last }) => last), changes.filter(({ last }) => !last)];
  if (entered.length > 0) await saveEntered(db, entered);
  if (touched.length > 0) await touch(db, touched);
}

async function saveEntered(db: Db, changes: ConversationChange[]): Promise<void> {
  const rows = changes.map(({ pageId, psid, changed, last, hasWritten, answeredAt, inputs }) => ({
    ...{ page_id: pageId, psid, changed, has_written: hasWritten, answered_at: answeredAt, inputs },
    ...{ last_id: last?.id, last_at: last?.at, last_from: last?.from, last_kind: last?.kind, last_text: last?.text },
  }));
  // No other writer changes the page's conversations meanwhile: the page's digest is locked.
  await db.count(sql`
    insert into conversations (page_id, psid, last_id, last_at, last_from, last_kind, last_text, has_written, unread,
                               read_through, changed)
    select row.page_id, row.psid, row.last_id, to_timestamp(row.last_at / 1000), row.last_from, row.last_kind,
           row.last_text, row.has_written or coalesce(old.has_written, false),
           case when answered_at > 0 then 0 else coalesce(old.unread, 0) end
             + (select count(*) from unnest(inputs) as input where input > coalesce(old.read_through, 0)),
           greatest(answered_at, old.read_through), row.changed
      from ${rowsOfPages(rows)}
             as row (page_id text, psid text, last_id bigint, last_at float8, last_from text, last_kind text,
                     last_text text, has_written boolean, inputs bigint[], answered_at bigint, changed bigint)
      left join conversations as old on old.page_id = row.page_id and old.psid = row.psid
        on conflict (page_id, psid) do update
       set last_id = excluded.last_id, last_at = excluded.last_at, last_from = excluded.last_from,
           last_kind = excluded.last_kind, last_text = excluded.last_text, has_written = excluded.has_written,
           unread = excluded.unread, read_through = excluded.read_through, changed = excluded.changed`);
}

async function touch(db: Db, changes: Pick<ConversationChange, "pageId" | "psid" | "changed">[]): Promise<void> {
  const rows = changes.map(({ pageId, psid, changed }) => ({ page_id: pageId, psid, changed }));
  await db.count(sql`
    update conversations set changed = row.changed
      from ${rowsOfPages(rows)} as row (page_id text, psid text, changed bigint)
     where conversations.page_id = row.page_id and conversations.psid = row.psid`);
}

/** Those of the customers who have written, pressed something or come through a link before. */
export function listWriters(
  db: Db,
  asked: { pageId: string; psid: string }[],
): Promise<{ pageId: string; psid: string }[]> {
  return db.many(sql`
    select conversations.page_id, conversations.psid
      from unnest(${pagesOf(asked)}, ${asked.map(({ psid }) => psid)}::text[]) as asked (page_id, psid)
      join conversations on conversations.page_id = asked.page_id and conversations.psid = asked.psid
     where has_written`);
}

/** The customer's entries that a member reads: messages and presses. */
const isRead = sql`event ->> 'type' = any (${typesWith("isWords")}::text[])`;

/** Counts no further. */
const maxUnread = 1000;

/**
 * Everything up to this id is read; null: the customer's last entry is unread again. `digested` is the page's position:
 * later entries are counted when they are digested. Returns false if there is no such conversation.
 */
export async function saveRead(
  db: Db,
  { pageId, psid, through }: { pageId: string; psid: string; through: number | null },
  { changed, throughId: digested }: DigestPosition,
): Promise<boolean> {
  const position =
    through === null
      ? sql`(select coalesce(max(id), 1) - 1
               from (select id from turns
                      where page_id = ${pageId} and psid = ${psid} and id <= ${digested} and ${isRead}
                      order by id desc
                      limit 1) as last)`
      : sql`greatest(read_through, ${through}::bigint)`;
  const updated = await db.count(sql`
    update conversations
       set read_through = position, changed = ${changed}, seen_through = greatest(seen_through, read_through),
           unread = (select count(*)
                       from (select from turns
                              where turns.page_id = ${pageId} and turns.psid = ${psid} and turns.id > position
                                and turns.id <= ${digested} and ${isRead}
                              limit ${maxUnread}) as unread)
      from (select ${position} as position from conversations where page_id = ${pageId} and psid = ${psid}) as mark
     where page_id = ${pageId} and psid = ${psid}`);
  return updated > 0;
}

/** The id of the customer's newest turn or message; 0 if there is none. */
export async function findNewestEntry(db: Db, pageId: string, psid: string): Promise<number> {
  const { newest } = await db.get<{ newest: number }>(sql`
    select greatest((select max(id) from turns where page_id = ${pageId} and psid = ${psid}),
                    (select max(id) from messages where page_id = ${pageId} and psid = ${psid}), 0) as newest`);
  return newest;
}

/** True if everything up to this id is marked as read already. */
export async function isReadThrough(db: Db, pageId: string, psid: string, through: number): Promise<boolean> {
  const found = await db.count(sql`
    select from conversations
     where page_id = ${pageId} and psid = ${psid} and read_through >= ${through} and unread = 0`);
  return found > 0;
}

/** Returns false if there is no such conversation. */
export async function saveAssignee(
  db: Db,
  { pageId, psid, userId }: { pageId: string; psid: string; userId: string | null },
  { changed }: DigestPosition,
): Promise<boolean> {
  const updated = await db.count(sql`
    update conversations set assigned_to = ${userId}, changed = ${changed}
     where page_id = ${pageId} and psid = ${psid}`);
  return updated > 0;
}

/** Reports conversations as changed whose customer or messages have changed without a turn. */
export async function touchConversations(db: Db, touched: { pageId: string; psids: string[] }[]): Promise<void> {
  const asked = touched.map(({ pageId, psids }) => ({ pageId, howMany: psids.length }));
  const counters = new Map((await nextChangesOf(db, asked)).map(({ pageId, changed }) => [pageId, changed]));
  const changes = touched.flatMap(({ pageId, psids }) => {
    const last = counters.get(pageId);
    if (last === undefined) return [];
    return psids.map((psid, index) => ({ pageId, psid, changed: last - psids.length + 1 + index }));
  });
  if (changes.length > 0) await touch(db, changes);
}

/** Removes the text of the conversation's last entry, if it is this one. */
export async function blankLast(
  db: Db,
  { pageId, lastId, changed }: { pageId: string; lastId: number; changed: number },
): Promise<void> {
  await db.count(sql`
    update conversations set last_text = '', last_kind = 'other', changed = ${changed}
     where page_id = ${pageId} and last_id = ${lastId}`);
}

/** Changes the text of the conversation's last entry, if it is this one. */
export async function rewriteLast(
  db: Db,
  { pageId, lastId, text, changed }: { pageId: string; lastId: number; text: string; changed: number },
): Promise<void> {
  await db.count(sql`
    update conversations set last_text = ${text}, changed = ${changed}
     where page_id = ${pageId} and last_id = ${lastId}`);
}

/** The member to whom the conversation is assigned. */
export async function findAssignee(db: Db, pageId: string, psid: string): Promise<string | null> {
  const found = await db.find<{ assignedTo: string | null }>(sql`
    select assigned_to from conversations where page_id = ${pageId} and psid = ${psid}`);
  return found?.assignedTo ?? null;
}
