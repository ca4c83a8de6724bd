import type { Effect } from "@banter/core/flow/effect.ts";
import type { ConversationEvent } from "@banter/core/flow/event.ts";
import type { Db } from "../db/db.ts";
import { rowsOfPages, sql } from "../db/sql.ts";
import { isAllowed } from "./allowed-pages.ts";
import { fence, isFenced, type Lease } from "./leases.ts";
import { insertAnswerCte } from "./mailbox.ts";

/** A call of a request step, as its turn stored it. */
export type FlowRequest = Omit<Extract<Effect, { type: "request" }>, "type">;

export type RequestRow = { page_id: string; id: number; psid: string; request: unknown };

export const insertRequestsCte = (requests: RequestRow[]) => sql`
    saved_requests as (
      insert into requests (page_id, id, psid, request)
      select page_id, id, psid, request
        from ${rowsOfPages(requests)} as row (page_id text, id bigint, psid text, request json)
       where ${isAllowed(sql`page_id`)}
    )`;

/** The ids of unanswered requests, oldest first. */
export async function listRequestIds(db: Db, pageId: string): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`select id from requests where page_id = ${pageId} order by id`);
  return rows.map(({ id }) => id);
}

/** `attempts` includes the one that begins. Without a request: it has been answered already. */
export type BegunRequest = { request: FlowRequest | null; attempts: number | null };

/** Records an attempt before it is made. Writes nothing and returns undefined if the page has another owner. */
export function beginRequest(db: Db, lease: Lease, id: number): Promise<BegunRequest | undefined> {
  return db.find(sql`
    with ${fence([lease])}, begun as (
      update requests set attempts = attempts + 1
       where page_id = ${lease.pageId} and id = ${id} and ${isFenced(sql`page_id`)}
      returning request, attempts
    )
    select request, attempts from fence left join begun on true`);
}

export type AnswerEvent = Extract<ConversationEvent, { type: "answer" }>;

/**
 * Replaces the request by its answer in the customer's mailbox, so that a request is answered once. Writes nothing and
 * returns false if the page has another owner.
 */
export async function saveAnswer(db: Db, lease: Lease, id: number, event: AnswerEvent): Promise<boolean> {
  const { fenced } = await db.get<{ fenced: boolean }>(sql`
    with ${fence([lease])}, answered as (
      delete from requests
       where page_id = ${lease.pageId} and id = ${id} and ${isFenced(sql`page_id`)}
      returning psid
    ), ${insertAnswerCte(lease.pageId, event)}
    select exists (select from fence) as fenced`);
  return fenced;
}
