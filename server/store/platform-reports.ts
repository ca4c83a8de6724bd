import type { Db } from "./db.ts";
import type { Lease } from "./leases.ts";
import { fence } from "./messages.ts";
import { json, sql } from "./sql.ts";

/** What a platform says became of messages to one customer, named by any of its ids or ours, or by an instant. */
export type PlatformReport = {
  psid: string;
  status: "sent" | "delivered" | "seen" | "failed";
  platformIds?: string[];
  messageId?: number;
  /** Epoch milliseconds. */
  through?: number;
  reason?: string;
};

/** Reports speak of what was sent lately: no index keeps platforms' ids, so that a message's changes stay cheap. */
const newestMessages = 200;

/** A platform's clock stamps a message before we have recorded its answer, and need not agree with ours. */
const clockToleranceSeconds = 5;

/**
 * Brings messages to what their platform reports. A message only ever gets further, and is counted once on its way. One
 * that has failed for want of an answer, or is reported to have arrived, has not failed. Returns what was not finished
 * before, and the ids that no message has, yet.
 */
export async function saveReports(
  db: Db,
  lease: Lease,
  reports: PlatformReport[],
): Promise<{ settled: number[]; unknown: string[] }> {
  const rows = reports.map(({ psid, status, platformIds, messageId, through, reason }) => ({
    psid,
    rank: ranks[status],
    platform_ids: platformIds ?? null,
    message_id: messageId ?? null,
    through: through ?? null,
    reason: reason ?? null,
  }));
  const psids = [...new Set(reports.map(({ psid }) => psid))];
  const named = reports.flatMap(({ messageId }) => messageId ?? []);
  const found = await db.get<{ settled: number[] | null; matched: string[] | null }>(sql`
    with ${fence(lease)}, report as (
      select psid, rank, platform_ids, message_id, through, reason
        from json_to_recordset(${json(rows)})
          as row (psid text, rank integer, platform_ids text[], message_id bigint, through float8, reason text)
    ), candidate as (
      select newest.*
        from unnest(${psids}::text[]) as asked (psid)
       cross join lateral (select ${columns} from messages
                            where page_id = ${lease.pageId} and messages.psid = asked.psid
                            order by id desc
                            limit ${newestMessages}) as newest
       union
      select ${columns} from messages where page_id = ${lease.pageId} and id = any (${named}::bigint[])
    ), matched as (
      select candidate.*, report.rank, report.reason as told, report.platform_ids as told_ids
        from fence, candidate
        join report on report.psid = candidate.psid
                   and (id = message_id or string_to_array(platform_id, ' ') && platform_ids
                     or sent_at <= to_timestamp(through / 1000) + ${clockToleranceSeconds} * interval '1 second')
    ), hit as (
      select id, flow_id, coalesce(step, '') as step, status, sent_at is null as is_new, delivered_at is null as is_undelivered,
             max(rank) as rank, max(told) as told,
             max(case when platform_id is null and cardinality(told_ids) = 1 then told_ids[1] end) as told_id
        from matched
       group by id, flow_id, step, status, sent_at, delivered_at, reason
      having case status when 'failed' then max(rank) > 1 or max(rank) = 1 and reason = 'timeout'
                         when 'seen' then false
                         when 'delivered' then max(rank) > 2
                         when 'sent' then max(rank) <> 1
                         else true end
    ), reported as (
      update messages
         set status = case hit.rank when 0 then 'failed' when 1 then 'sent' when 2 then 'delivered' else 'seen' end,
             reason = case when hit.rank = 0 then coalesce(told, 'rejected') end,
             platform_id = coalesce(platform_id, told_id),
             -- What was tried but once has come but once.
             possible_duplicate = possible_duplicate and attempts > 1,
             due_at = null,
             sent_at = case when hit.rank > 0 then coalesce(sent_at, clock_timestamp()) end,
             delivered_at = case when hit.rank > 1 then coalesce(delivered_at, clock_timestamp()) else delivered_at end,
             seen_at = case when hit.rank > 2 then clock_timestamp() else seen_at end
        from hit
       where messages.page_id = ${lease.pageId} and messages.id = hit.id and messages.status = hit.status
      returning messages.id, hit.flow_id, hit.step, hit.rank, is_new, is_undelivered, hit.status as before
    ), counted as (
      insert into step_statistics as old (page_id, flow_id, step, sent, delivery, seen)
      select ${lease.pageId}, flow_id, step,
             sum(case when rank = 0 and not is_new then -1 when rank > 0 and is_new then 1 else 0 end),
             sum((rank > 1 and is_undelivered)::int), sum((rank > 2)::int)
        from reported
       where flow_id is not null
       group by flow_id, step
          on conflict (page_id, flow_id, step) do update
         set sent = old.sent + excluded.sent, delivery = old.delivery + excluded.delivery, seen = old.seen + excluded.seen
    ), troubled as (
      insert into message_troubles (page_id, id) select ${lease.pageId}, id from reported where rank = 0
          on conflict do nothing
    ), overcome as (
      delete from message_troubles
       where page_id = ${lease.pageId} and id in (select id from reported where rank > 0 and before <> 'sent')
    ), blocked as (
      update customers set unreachable = 'blocked_by_customer'
       where page_id = ${lease.pageId}
         and psid in (select report.psid from report, fence where rank = 0 and reason = 'blocked_by_customer')
    )
    select (select array_agg(id) from reported where before in ('queued', 'sending')) as settled,
           (select array_agg(distinct each) from matched, unnest(string_to_array(platform_id, ' ')) as each) as matched`);
  const matched = new Set(found.matched);
  const asked = reports.flatMap(({ platformIds, messageId }) => (messageId === undefined ? (platformIds ?? []) : []));
  return { settled: found.settled ?? [], unknown: asked.filter((id) => !matched.has(id)) };
}

const ranks = { failed: 0, sent: 1, delivered: 2, seen: 3 };

const columns = sql`id, psid, flow_id, step, status, reason, platform_id, sent_at, delivered_at`;

/** Which of these are ids of messages that we have sent. */
export async function listOurPlatformIds(
  db: Db,
  pageId: string,
  asked: { psid: string; platformId: string }[],
): Promise<Set<string>> {
  const rows = asked.map(({ psid, platformId }) => ({ psid, platform_id: platformId }));
  const ours = await db.many<{ id: string }>(sql`
    select asked.platform_id as id
      from json_to_recordset(${json(rows)}) as asked (psid text, platform_id text)
     cross join lateral (select platform_id from messages
                          where page_id = ${pageId} and messages.psid = asked.psid
                          order by id desc
                          limit ${newestMessages}) as newest
     where asked.platform_id = any (string_to_array(newest.platform_id, ' '))`);
  return new Set(ours.map(({ id }) => id));
}

/** Forgets what a customer has taken back: its words, and the reasons, which quote them. */
export async function redactTurns(
  db: Db,
  { pageId, nodeId, epoch }: Lease,
  deletions: { psid: string; platformId: string }[],
): Promise<void> {
  const rows = deletions.map(({ psid, platformId }) => ({ psid, key: platformId }));
  await db.count(sql`
    update turns
       set event = json_build_object('type', event ->> 'type', 'text', '', 'key', event ->> 'key', 'isDeleted', true),
           trace = json_build_object('outcome', trace ->> 'outcome')
     where page_id = ${pageId} and event ->> 'type' = 'message'
       and id in (select newest.id
                    from json_to_recordset(${json(rows)}) as deleted (psid text, key text)
                   cross join lateral (select id, event ->> 'key' as key from turns
                                        where page_id = ${pageId} and turns.psid = deleted.psid
                                        order by id desc
                                        limit 1000) as newest
                   where newest.key = deleted.key)
       and exists (select from page_leases where page_id = ${pageId} and node_id = ${nodeId} and epoch = ${epoch})`);
}
