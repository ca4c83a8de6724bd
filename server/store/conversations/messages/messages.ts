import type { OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import type { Db } from "../../db/db.ts";
import { sql } from "../../db/sql.ts";

export type StoredMessage = { id: number; psid: string; content: OutgoingMessage };

export function listMessagesById(db: Db, pageId: string, ids: number[]): Promise<StoredMessage[]> {
  return db.many(sql`
    select id, psid, content from messages where page_id = ${pageId} and id = any (${ids}::bigint[])`);
}

/** Messages of many pages by id. An id names one message over all pages. */
export function listMessagesOfPages(db: Db, asked: { pageId: string; id: number }[]): Promise<StoredMessage[]> {
  return db.many(sql`
    select messages.id, psid, content
      from unnest(${asked.map(({ pageId }) => pageId)}::text[], ${asked.map(({ id }) => id)}::bigint[])
             as asked (page_id, id)
      join messages on messages.page_id = asked.page_id and messages.id = asked.id`);
}
