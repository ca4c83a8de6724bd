import type { ConversationEvent } from "@banter/core/flow/event.ts";
import { typesWith } from "@banter/core/flow/event-traits.ts";
import type { OutgoingMessage, Reaction } from "@banter/core/flow/outgoing.ts";
import { eachByPage } from "../db/by-page.ts";
import type { Db } from "../db/db.ts";
import { rowsOfPages, sql } from "../db/sql.ts";

/** One entry of a conversation: an event of the customer or a message to them. */
export type HistoryEntry =
  | { id: number; at: Date; event: ConversationEvent; content: null }
  | { id: number; at: Date; event: null; content: OutgoingMessage | Reaction };

/** How far a reader has come in a conversation. */
export type ReadPosition = { pageId: string; psid: string; after: number };

/** The entries after a position, oldest first. Members have read the customer's entries up to `readThrough`. */
export type HistoryPart = { entries: HistoryEntry[]; readThrough: number };

export function listHistoryAfter(db: Db, positions: ReadPosition[], limit: number): Promise<HistoryPart[]> {
  return eachByPage(
    db,
    positions,
    ({ pageId }) => pageId,
    (positions) => listTogether(db, positions, limit),
  );
}

async function listTogether(db: Db, positions: ReadPosition[], limit: number): Promise<HistoryPart[]> {
  const asked = positions.map(({ pageId, psid, after }, place) => ({ place, page_id: pageId, psid, after }));
  const found = await db.many<(HistoryEntry | { id: null }) & { place: number; readThrough: number | null }>(sql`
    select place, read_through, history.id, at, event, content
      from ${rowsOfPages(asked)} as asked (place integer, page_id text, psid text, after bigint)
      left join lateral (
            select greatest(read_through, seen_through) as read_through
              from conversations
             where conversations.page_id = asked.page_id and psid = asked.psid
             limit 1) as line on true
      left join lateral (
             (select id, at, event, null::json as content
                from turns
               where turns.page_id = asked.page_id and psid = asked.psid and id > asked.after
                 and event ->> 'type' = any (${typesWith("isWords")}::text[])
               order by id
               limit ${limit})
              union all
             (select id, created_at, null, content
                from messages
               where messages.page_id = asked.page_id and psid = asked.psid and id > asked.after and status <> 'failed'
               order by id
               limit ${limit})
               order by id
               limit ${limit}) as history on true
     order by place, id`);
  const parts: HistoryPart[] = positions.map(() => ({ entries: [], readThrough: 0 }));
  for (const { place, readThrough, ...entry } of found) {
    const part = parts[place];
    if (!part) continue;
    part.readThrough = readThrough ?? 0;
    if (entry.id !== null) part.entries.push(entry);
  }
  return parts;
}

/** The newest entries, oldest of them first. */
export async function listNewestHistory(db: Db, pageId: string, psid: string, limit: number): Promise<HistoryEntry[]> {
  const newest = await db.many<HistoryEntry>(sql`
    select id, at, event, content from (${historyOf(pageId, psid)}) as history order by id desc limit ${limit}`);
  return newest.reverse();
}

/** The newest entries before an id, oldest of them first. Each table is read no further than the limit. */
export async function listHistoryBefore(
  db: Db,
  pageId: string,
  psid: string,
  { before, limit }: { before: number; limit: number },
): Promise<HistoryEntry[]> {
  const newest = await db.many<HistoryEntry>(sql`
    select id, at, event, content
      from ((select id, at, event, null::json as content
               from turns
              where page_id = ${pageId} and psid = ${psid} and id < ${before}
                and event ->> 'type' = any (${typesWith("isWords")}::text[])
              order by id desc
              limit ${limit})
             union all
            (select id, created_at, null, content
               from messages
              where page_id = ${pageId} and psid = ${psid} and id < ${before} and status <> 'failed'
              order by id desc
              limit ${limit})) as history
     order by id desc
     limit ${limit}`);
  return newest.reverse();
}

const historyOf = (pageId: string, psid: string) => sql`
  select id, at, event, null::json as content
    from turns
   where page_id = ${pageId} and psid = ${psid} and event ->> 'type' = any (${typesWith("isWords")}::text[])
  union all
  select id, created_at, null, content
    from messages
   where page_id = ${pageId} and psid = ${psid} and status <> 'failed'`;
