import type { ConversationEvent } from "@banter/core/flow/event.ts";
import type { OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import type { Db } from "../db/db.ts";
import { json, sql } from "../db/sql.ts";

/** One thing said, by either side. */
export type Said =
  | { id: number; at: Date; event: ConversationEvent; content: null }
  | { id: number; at: Date; event: null; content: OutgoingMessage };

/** How far somebody has read a conversation. */
export type Place = { pageId: string; psid: string; after: number };

/** For each place, what was said after it, the oldest first. */
export async function listSaidAfter(db: Db, places: Place[], limit: number): Promise<Said[][]> {
  const asked = places.map(({ pageId, psid, after }, place) => ({ place, page_id: pageId, psid, after }));
  const found = await db.many<Said & { place: number }>(sql`
    select place, said.id, at, event, content
      from json_to_recordset(${json(asked)}) as asked (place integer, page_id text, psid text, after bigint)
     cross join lateral (
             (select id, at, event, null::json as content
                from turns
               where page_id = asked.page_id and psid = asked.psid and id > asked.after
                 and event ->> 'type' in ('message', 'press')
               order by id
               limit ${limit})
              union all
             (select id, created_at, null, content
                from messages
               where page_id = asked.page_id and psid = asked.psid and id > asked.after and status <> 'failed'
               order by id
               limit ${limit})
               order by id
               limit ${limit}) as said
     order by place, id`);
  const said: Said[][] = places.map(() => []);
  for (const { place, ...each } of found) said[place]?.push(each as Said);
  return said;
}

/** The newest things said, oldest of them first. */
export async function listLastSaid(db: Db, pageId: string, psid: string, limit: number): Promise<Said[]> {
  const newest = await db.many<Said>(sql`
    select id, at, event, content from (${saidBy(pageId, psid)}) as said order by id desc limit ${limit}`);
  return newest.reverse();
}

const saidBy = (pageId: string, psid: string) => sql`
  select id, at, event, null::json as content
    from turns
   where page_id = ${pageId} and psid = ${psid} and event ->> 'type' in ('message', 'press')
  union all
  select id, created_at, null, content
    from messages
   where page_id = ${pageId} and psid = ${psid} and status <> 'failed'`;
