import type { OutgoingContent } from "@banter/core/flow/outgoing.ts";
import type { Db } from "../../db/db.ts";
import { pagesOf, rowsOfPages, sql, timestamp } from "../../db/sql.ts";
import { isAllowed } from "../allowed-pages.ts";

export type MessageRow = {
  page_id: string;
  id: number;
  psid: string;
  turn_id: number;
  flow_id: number | null;
  version: number | null;
  step: string | null;
  send_id: number | null;
  lane: "reply" | "bulk";
  message_tag: string | null;
  content: unknown;
  status: "queued" | "sending" | "sent" | "failed";
  reason: string | null;
  attempts: number;
};

/** The status of a web chat message is `sent` from the start: storing it delivers it. */
export const insertMessagesCte = (messages: MessageRow[], now: number) => sql`
    saved_messages as (
      insert into messages (page_id, id, psid, turn_id, flow_id, version, step, send_id, lane, message_tag, content,
                            status, reason, attempts, created_at, sent_at)
      select page_id, id, psid, turn_id, flow_id, version, step, send_id, lane, message_tag, content, status, reason,
             attempts, ${timestamp(now)}, case when status = 'sent' then ${timestamp(now)} end
        from ${rowsOfPages(messages)}
               as row (page_id text, id bigint, psid text, turn_id bigint, flow_id bigint, version integer, step text,
                       send_id bigint, lane text, message_tag text, content json, status text, reason text,
                       attempts smallint)
       where ${isAllowed(sql`page_id`)}
      returning page_id, id, flow_id, step, status
    )`;

export type StoredMessage = { id: number; psid: string; content: OutgoingContent };

export function listMessagesById(db: Db, pageId: string, ids: number[]): Promise<StoredMessage[]> {
  return db.many(sql`
    select id, psid, content from messages where page_id = ${pageId} and id = any (${ids}::bigint[])`);
}

/** Messages of many pages by id. An id names one message over all pages. */
export function listMessagesOfPages(db: Db, asked: { pageId: string; id: number }[]): Promise<StoredMessage[]> {
  return db.many(sql`
    select messages.id, psid, content
      from unnest(${pagesOf(asked)}, ${asked.map(({ id }) => id)}::bigint[])
             as asked (page_id, id)
      join messages on messages.page_id = asked.page_id and messages.id = asked.id`);
}

/** The newest messages among which the last flow is looked for. */
const lookedThrough = 50;

/** The flow that each customer has got something from last, within 30 days. */
export function listLastFlows(
  db: Db,
  asked: { pageId: string; psid: string }[],
): Promise<{ pageId: string; psid: string; flowId: number }[]> {
  const rows = asked.map(({ pageId, psid }) => ({ page_id: pageId, psid }));
  return db.many(sql`
    select asked.page_id, asked.psid, newest.flow_id
      from ${rowsOfPages(rows)} as asked (page_id text, psid text)
     cross join lateral (select flow_id
                           from (select id, flow_id, created_at from messages
                                  where messages.page_id = asked.page_id and messages.psid = asked.psid
                                  order by id desc
                                  limit ${lookedThrough}) as last
                          where flow_id is not null and created_at > now() - interval '30 days'
                          order by id desc
                          limit 1) as newest`);
}

/** The newest message that each customer has got. */
export function listNewestMessages(
  db: Db,
  asked: { pageId: string; psid: string }[],
): Promise<(StoredMessage & { pageId: string })[]> {
  const rows = asked.map(({ pageId, psid }) => ({ page_id: pageId, psid }));
  return db.many(sql`
    select asked.page_id, newest.id, asked.psid, newest.content
      from ${rowsOfPages(rows)} as asked (page_id text, psid text)
     cross join lateral (select id, content from messages
                          where messages.page_id = asked.page_id and messages.psid = asked.psid
                                and status <> 'failed'
                          order by id desc
                          limit 1) as newest`);
}
