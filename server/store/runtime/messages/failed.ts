import type { Db } from "../../db/db.ts";
import { empty, sql } from "../../db/sql.ts";
import { insertStateEventsCte } from "../../events/event-deliveries.ts";
import { fence, isFenced, type Lease } from "../leases.ts";
import { unlistDropped } from "../undelivered.ts";

/** A message that was given up, with the reason. */
export type FailedMessage = {
  id: number;
  psid: string;
  flowId: number | null;
  reason: string | null;
  /** The platform's code of the error, if it gave one. */
  errorCode: string | null;
  attempts: number;
  createdAt: Date;
};

/** Newest first. */
export function listFailedMessages(db: Db, pageId: string, limit: number): Promise<FailedMessage[]> {
  return db.many(sql`
    select id, psid, flow_id, reason, error_code, attempts, created_at
      from message_troubles join messages using (page_id, id)
     where page_id = ${pageId} and status = 'failed'
     order by id desc
     limit ${limit}`);
}

/** The newest failures are counted, which bounds the statement. */
const maxCounted = 20_000;

/** Failed messages by reason: those made on `days` of the page's zone, and those of the period before it. */
export function countFailures(
  db: Db,
  { id: pageId, timezone }: { id: string; timezone: string },
  days: { from: string; to: string },
  before: { from: string; to: string },
): Promise<{ reason: string; count: number; before: number }[]> {
  const isIn = ({ from, to }: { from: string; to: string }) => sql`
    created_at >= ${from}::timestamp at time zone ${timezone}
      and created_at < (${to}::date + 1)::timestamp at time zone ${timezone}`;
  return db.many(sql`
    select coalesce(reason, 'unknown') as reason,
           count(*) filter (where ${isIn(days)}) as count, count(*) filter (where ${isIn(before)}) as before
      from (select page_id, id from message_troubles
             where page_id = ${pageId}
             order by id desc
             limit ${maxCounted}) as trouble
      join messages using (page_id, id)
     where status = 'failed' and (${isIn(days)} or ${isIn(before)})
     group by 1
     order by 2 desc, 1`);
}

/**
 * Queues failed messages again as if they had never been tried; null: all of the page. Nothing goes to customers who were
 * blocked since, nor a broadcast to those who have refused the page's news.
 */
export async function requeueMessages(db: Db, lease: Lease, ids: number[] | null): Promise<void> {
  const { pageId } = lease;
  await db.count(sql`
    with ${fence([lease])}
    update messages set status = 'queued', attempts = 0, due_at = null
     where page_id = ${pageId} and status = 'failed' and ${isFenced(sql`page_id`)}
       and id in (select id from message_troubles
                   where page_id = ${pageId} and (${ids}::bigint[] is null or id = any (${ids}::bigint[])))
       and not exists (select from customers
                        where customers.page_id = ${pageId} and customers.psid = messages.psid
                          and (is_blocked or (wants_news = false and ${isOfBroadcast(pageId)})))`);
}

const isOfBroadcast = (pageId: string) => sql`
  exists (select from broadcasts
           where broadcasts.page_id = ${pageId} and messages.send_id = any (broadcasts.send_ids))`;

/**
 * Queues failed messages for their second attempt. A message of several calls stays failed: the others would arrive
 * twice. Returns whether any was queued.
 */
export async function requeueTriedOnce(db: Db, lease: Lease, ids: number[]): Promise<boolean> {
  const queued = await db.count(sql`
    with ${fence([lease])}
    update messages set status = 'queued', due_at = null
     where page_id = ${lease.pageId} and id = any (${ids}::bigint[]) and status = 'failed' and attempts = 1
       and platform_id not like '% %' and ${isFenced(sql`page_id`)}`);
  return queued > 0;
}

/** Messages by id, or all of a customer's that wait to be sent. */
export type DroppedMessages = { messageIds: number[] } | { psid: string };

/**
 * Gives messages up for good: they are neither sent nor listed as undelivered any more. With `isTold`, the page's
 * programs hear of it.
 */
export async function dropMessages(
  db: Db,
  lease: Lease,
  which: DroppedMessages,
  { reason, except, isTold }: { reason: string; except: number[]; isTold: boolean },
): Promise<void> {
  const isMeant =
    "psid" in which
      ? sql`psid = ${which.psid} and status in ('queued', 'sending')`
      : sql`id = any (${which.messageIds}::bigint[]) and status in ('queued', 'sending', 'failed')`;
  await db.count(sql`
    with ${fence([lease])}, dropped as (
      update messages set status = 'failed', reason = ${reason}, error_code = null, due_at = null
       where page_id = ${lease.pageId} and ${isMeant} and id <> all (${except}::bigint[]) and ${isFenced(sql`page_id`)}
      returning page_id, id, status
    ) ${isTold ? sql`, ${insertStateEventsCte(sql`dropped`, [lease.pageId])}` : empty}
    ${unlistDropped(lease.pageId)}`);
}
