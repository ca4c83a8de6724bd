import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** Customers of a send. Those whose messages have all failed are in `failed`, by the reason of the first. */
type SendCount = {
  sendId: number;
  reason: string | null;
  sent: number;
  delivered: number;
  seen: number;
  clicked: number;
  waiting: number;
  failed: number;
};

/** The outcome of these sends, counted by customers: a flow sends one of them several messages. */
export function countSends(db: Db, pageId: string, sendIds: number[]): Promise<SendCount[]> {
  return db.many(sql`
    select send_id, reason, count(*) filter (where is_sent)::int as sent,
           count(*) filter (where is_delivered)::int as delivered, count(*) filter (where is_seen)::int as seen,
           count(*) filter (where is_clicked)::int as clicked,
           count(*) filter (where not is_sent and is_waiting)::int as waiting,
           count(*) filter (where not is_sent and not is_waiting)::int as failed
      from (select send_id, psid, bool_or(status in ('sent', 'delivered', 'seen')) as is_sent,
                   bool_or(status in ('delivered', 'seen')) as is_delivered, bool_or(status = 'seen') as is_seen,
                   bool_or(cardinality(clicked) > 0) as is_clicked,
                   bool_or(status in ('queued', 'sending')) as is_waiting,
                   case when bool_and(status = 'failed') then (array_agg(reason order by id))[1] end as reason
              from messages
             where page_id = ${pageId} and send_id = any (${sendIds}::bigint[])
             group by send_id, psid) as customer
     group by send_id, reason`);
}

/** Numbers of the digest about these sends, whose ids begin the keys: verdicts of plans, and goals. */
export function listPlanCounts(
  db: Db,
  pageId: string,
  sendIds: number[],
): Promise<{ what: string; key: string; count: number }[]> {
  return db.many(sql`
    select what, key, sum(count)::bigint as count
      from statistics_days
     where page_id = ${pageId} and what in ('plan', 'plan_goal', 'plan_goal_value')
       and split_part(key, ' ', 1) = any (${sendIds.map(String)}::text[])
     group by what, key`);
}

/** Failed messages of these sends behind an id, or those that are not sent yet. */
export async function listMessagesOfSends(
  db: Db,
  pageId: string,
  sendIds: number[],
  { status, after, limit }: { status: "failed" | "queued"; after: number; limit: number },
): Promise<number[]> {
  const rows = await db.many<{ id: number }>(sql`
    select id from messages
     where page_id = ${pageId} and send_id = any (${sendIds}::bigint[]) and status = ${status} and id > ${after}
     order by id
     limit ${limit}`);
  return rows.map(({ id }) => id);
}
