import type { Effect } from "@banter/core/flow/effect.ts";
import type { ConversationEvent } from "@banter/core/flow/event.ts";
import type { Db } from "../db/db.ts";
import { json, sql } from "../db/sql.ts";
import { fence, isFenced, type Lease } from "./leases.ts";

/** A call that a flow has asked for, as its turn stored it. */
export type FlowRequest = Omit<Extract<Effect, { type: "request" }>, "type">;

/** The ids of requests that have not been answered, oldest first. */
export async function listRequestIds(db: Db, pageId: string): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`select id from requests where page_id = ${pageId} order by id`);
  return rows.map(({ id }) => id);
}

/** `attempts` counts the one that begins. No request: it has been answered already. */
export type BegunRequest = { request: FlowRequest | null; attempts: number | null };

/** Records an attempt before it is made. Undefined, and nothing written, where the page has another owner. */
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
 * Puts the answer into the customer's mailbox in the place of the request, so that a request is answered once. Returns
 * false, having written nothing, where the page has another owner.
 */
export async function saveAnswer(db: Db, lease: Lease, id: number, event: AnswerEvent): Promise<boolean> {
  const { fenced } = await db.get<{ fenced: boolean }>(sql`
    with ${fence([lease])}, answered as (
      delete from requests
       where page_id = ${lease.pageId} and id = ${id} and ${isFenced(sql`page_id`)}
      returning psid
    ), delivered as (
      insert into mailbox (page_id, psid, due_at, event)
      select ${lease.pageId}, psid, clock_timestamp(), ${json(event)}::json from answered
    )
    select exists (select from fence) as fenced`);
  return fenced;
}
