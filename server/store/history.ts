import type { ConversationEvent } from "@banter/core/flow/event.ts";
import type { OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import type { Db } from "./db.ts";
import { sql } from "./sql.ts";

/** One thing said, by either side. */
export type Said =
  | { id: number; at: Date; event: ConversationEvent; content: null }
  | { id: number; at: Date; event: null; content: OutgoingMessage };

/** What was said after an id, oldest first. */
export function listSaidAfter(db: Db, pageId: string, psid: string, { after, limit }: Range): Promise<Said[]> {
  return db.many(sql`
    select id, at, event, content from (${saidBy(pageId, psid)}) as said
     where id > ${after}
     order by id
     limit ${limit}`);
}

/** The newest things said, oldest of them first. */
export async function listLastSaid(db: Db, pageId: string, psid: string, limit: number): Promise<Said[]> {
  const newest = await db.many<Said>(sql`
    select id, at, event, content from (${saidBy(pageId, psid)}) as said order by id desc limit ${limit}`);
  return newest.reverse();
}

type Range = { after: number; limit: number };

const saidBy = (pageId: string, psid: string) => sql`
  select id, at, event, null::json as content
    from turns
   where page_id = ${pageId} and psid = ${psid} and event ->> 'type' in ('message', 'press')
  union all
  select id, created_at, null, content
    from messages
   where page_id = ${pageId} and psid = ${psid} and status <> 'failed'`;
