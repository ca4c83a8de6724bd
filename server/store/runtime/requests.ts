import type { ModelUsage } from "@banter/core/flow/ai/model.ts";
import type { Effect } from "@banter/core/flow/effect.ts";
import type { ConversationEvent } from "@banter/core/flow/event.ts";
import type { Db } from "../db/db.ts";
import { empty, json, rowsOfPages, sql } from "../db/sql.ts";
import { settleUsageCte, type UsageSettlement } from "../models/model-usage.ts";
import { isAllowed } from "./allowed-pages.ts";
import { fence, isFenced, type Lease } from "./leases.ts";
import { insertAnswerCte } from "./mailbox.ts";

/** A call of a request step, as its turn stored it. */
export type FlowRequest = Omit<Extract<Effect, { type: "request" }>, "type">;

/** A call of a model, as its turn stored it. */
export type ModelRequest = Omit<Extract<Effect, { type: "model" }>, "type"> & { kind: "model" };

export type RequestRow = { page_id: string; id: number; psid: string; request: unknown };

export const insertRequestsCte = (requests: RequestRow[]) => sql`
    saved_requests as (
      insert into requests (page_id, id, psid, request)
      select page_id, id, psid, request
        from ${rowsOfPages(requests)} as row (page_id text, id bigint, psid text, request json)
       where ${isAllowed(sql`page_id`)}
    )`;

/** The unanswered requests, oldest first. */
export function listRequests(db: Db, pageId: string): Promise<{ id: number; isOfModel: boolean }[]> {
  return db.many(sql`
    select id, request ->> 'kind' is not distinct from 'model' as is_of_model
      from requests
     where page_id = ${pageId}
     order by id`);
}

/** `attempts` includes the one that begins. Without a request: it has been answered already. */
export type BegunRequest = { request: FlowRequest | ModelRequest | null; psid: string | null; attempts: number | null };

/** Records an attempt before it is made. Writes nothing and returns undefined if the page has another owner. */
export function beginRequest(db: Db, lease: Lease, id: number): Promise<BegunRequest | undefined> {
  return db.find(sql`
    with ${fence([lease])}, begun as (
      update requests set attempts = attempts + 1
       where page_id = ${lease.pageId} and id = ${id} and ${isFenced(sql`page_id`)}
      returning request, psid, attempts
    )
    select request, psid, attempts from fence left join begun on true`);
}

/** Records what a call of a model may use. Returns false if the page has another owner, or the request is answered. */
export async function saveReservation(db: Db, lease: Lease, id: number, reserved: ModelUsage): Promise<boolean> {
  const saved = await db.many(sql`
    with ${fence([lease])}
    update requests set reserved = ${json(reserved)}
     where page_id = ${lease.pageId} and id = ${id} and ${isFenced(sql`page_id`)}
    returning id`);
  return saved.length > 0;
}

/** The reservations of the page's calls that have no answer yet. */
export function sumReservations(db: Db, pageId: string): Promise<ModelUsage> {
  return db.get(sql`
    select coalesce(sum((reserved ->> 'calls')::bigint), 0)::bigint as calls,
           coalesce(sum((reserved ->> 'tokens')::bigint), 0)::bigint as tokens,
           coalesce(sum((reserved ->> 'cost')::bigint), 0)::bigint as cost
      from requests
     where page_id = ${pageId}`);
}

export type AnswerEvent = Extract<ConversationEvent, { type: "answer" }>;

/**
 * Replaces the request by its answer in the customer's mailbox, so that a request is answered once. A call of a model is
 * settled with it. Writes nothing and returns false if the page has another owner.
 */
export async function saveAnswer(
  db: Db,
  lease: Lease,
  id: number,
  event: AnswerEvent,
  settlement?: UsageSettlement,
): Promise<boolean> {
  const { fenced } = await db.get<{ fenced: boolean }>(sql`
    with ${fence([lease])}, answered as (
      delete from requests
       where page_id = ${lease.pageId} and id = ${id} and ${isFenced(sql`page_id`)}
      returning psid
    ), ${insertAnswerCte(lease.pageId, event)} ${settlement ? sql`, ${settleUsageCte(settlement)}` : empty}
    select exists (select from fence) as fenced`);
  return fenced;
}
