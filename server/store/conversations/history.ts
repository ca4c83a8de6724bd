import type { ConversationEvent } from "@banter/core/flow/event.ts";
import type { OutgoingMessage, Reaction } from "@banter/core/flow/outgoing.ts";
import type { Db } from "../db/db.ts";
import { eachByPage, onePage } from "../db/one-page.ts";
import { json, sql } from "../db/sql.ts";

/** One entry of a conversation: an event of the customer or a message to them. */
export type HistoryEntry =
  | { id: number; at: Date; event: ConversationEvent; content: null }
  | { id: number; at: Date; event: null; content: OutgoingMessage | Reaction };

/** How far a reader has come in a conversation. */
export type ReadPosition = { pageId: string; psid: string; after: number };

/** For each position, the entries after it, oldest first. */
export function listHistoryAfter(db: Db, positions: ReadPosition[], limit: number): Promise<HistoryEntry[][]> {
  return eachByPage(
    db,
    positions,
    ({ pageId }) => pageId,
    (positions) => listTogether(db, positions, limit),
  );
}

async function listTogether(db: Db, positions: ReadPosition[], limit: number): Promise<HistoryEntry[][]> {
  const ofPage = onePage(positions.map(({ pageId }) => pageId));
  const asked = positions.map(({ pageId, psid, after }, place) => ({ place, page_id: pageId, psid, after }));
  const found = await db.many<HistoryEntry & { place: number }>(sql`
    select place, history.id, at, event, content
      from json_to_recordset(${json(asked)}) as asked (place integer, page_id text, psid text, after bigint)
     cross join lateral (
             (select id, at, event, null::json as content
                from turns
               where page_id = asked.page_id and psid = asked.psid and id > asked.after
                 and event ->> 'type' in ('message', 'press') ${ofPage(sql`page_id`)}
               order by id
               limit ${limit})
              union all
             (select id, created_at, null, content
                from messages
               where page_id = asked.page_id and psid = asked.psid and id > asked.after and status <> 'failed'
                     ${ofPage(sql`page_id`)}
               order by id
               limit ${limit})
               order by id
               limit ${limit}) as history
     order by place, id`);
  const entries: HistoryEntry[][] = positions.map(() => []);
  for (const { place, ...entry } of found) entries[place]?.push(entry as HistoryEntry);
  return entries;
}

/** The newest entries, oldest of them first. */
export async function listNewestHistory(db: Db, pageId: string, psid: string, limit: number): Promise<HistoryEntry[]> {
  const newest = await db.many<HistoryEntry>(sql`
    select id, at, event, content from (${historyOf(pageId, psid)}) as history order by id desc limit ${limit}`);
  return newest.reverse();
}

const historyOf = (pageId: string, psid: string) => sql`
  select id, at, event, null::json as content
    from turns
   where page_id = ${pageId} and psid = ${psid} and event ->> 'type' in ('message', 'press')
  union all
  select id, created_at, null, content
    from messages
   where page_id = ${pageId} and psid = ${psid} and status <> 'failed'`;
