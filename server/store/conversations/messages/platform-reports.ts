import type { Db } from "../../db/db.ts";
import { json, sql } from "../../db/sql.ts";
import { fence, isFenced, type Lease } from "../leases.ts";

/** A platform's report on messages to one customer, named by any of its ids or ours, or by an instant. */
export type PlatformReport = {
  pageId: string;
  psid: string;
  status: "sent" | "delivered" | "seen" | "failed";
  platformIds?: string[];
  messageId?: number;
  /** Epoch milliseconds. */
  through?: number;
  reason?: string;
};

/** Reports are about recent messages: no index holds platforms' ids, so that updates of a message stay cheap. */
const newestMessages = 200;

/** A platform's clock stamps a message before we have recorded its answer, and need not agree with ours. */
const clockToleranceSeconds = 5;

/**
 * Applies platforms' reports to the messages of many pages. A message only moves forward, and is counted once at each
 * stage. A message that failed for want of an answer, but is reported to have arrived, has not failed. Returns the
 * messages that were unfinished before, and the platform ids that no message has yet.
 */
export async function saveReports(
  db: Db,
  leases: Lease[],
  reports: PlatformReport[],
): Promise<{ settled: SettledMessage[]; unknown: Set<string> }> {
  const rows = reports.map(({ pageId, psid, status, platformIds, messageId, through, reason }) => ({
    page_id: pageId,
    psid,
    rank: ranks[status],
    platform_ids: platformIds ?? null,
    message_id: messageId ?? null,
    through: through ?? null,
    reason: reason ?? null,
  }));
  const found = await db.get<{ settled: SettledMessage[] | null; matched: string[] | null }>(sql`
    with ${fence(leases)}, report as (
      select page_id, psid, rank, platform_ids, message_id, through, reason
        from json_to_recordset(${json(rows)})
          as row (page_id text, psid text, rank integer, platform_ids text[], message_id bigint, through float8,
                  reason text)
       where ${isFenced(sql`page_id`)}
    ), candidate as (
      select newest.*
        from (select distinct page_id, psid from report) as asked
       cross join lateral (select ${columns} from messages
                            where messages.page_id = asked.page_id and messages.psid = asked.psid
                            order by id desc
                            limit ${newestMessages}) as newest
       union
      select named.*
        from report
       cross join lateral (select ${columns} from messages
                            where messages.page_id = report.page_id and messages.id = report.message_id
                            limit 1) as named
    ), matched as (
      select candidate.*, report.rank, report.reason as told, report.platform_ids as told_ids
        from candidate
        join report on report.page_id = candidate.page_id and report.psid = candidate.psid
                   and (id = message_id or string_to_array(platform_id, ' ') && platform_ids
                     or sent_at <= to_timestamp(through / 1000) + ${clockToleranceSeconds} * interval '1 second')
    ), hit as (
      select page_id, id, flow_id, coalesce(step, '') as step, status, sent_at is null as is_new, delivered_at is null as is_undelivered,
             max(rank) as rank, max(told) as told,
             max(case when platform_id is null and cardinality(told_ids) = 1 then told_ids[1] end) as told_id
        from matched
       group by page_id, id, flow_id, step, status, sent_at, delivered_at, reason
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
             -- A message that was tried once has arrived once.
             possible_duplicate = possible_duplicate and attempts > 1,
             due_at = null,
             sent_at = case when hit.rank > 0 then coalesce(sent_at, clock_timestamp()) end,
             delivered_at = case when hit.rank > 1 then coalesce(delivered_at, clock_timestamp()) else delivered_at end,
             seen_at = case when hit.rank > 2 then clock_timestamp() else seen_at end
        from hit
       where messages.page_id = hit.page_id and messages.id = hit.id and messages.status = hit.status
      returning messages.page_id, messages.id, hit.flow_id, hit.step, hit.rank, is_new, is_undelivered, hit.status as before
    ), counted as (
      insert into step_statistics as old (page_id, flow_id, step, sent, delivery, seen)
      select page_id, flow_id, step,
             sum(case when rank = 0 and not is_new then -1 when rank > 0 and is_new then 1 else 0 end),
             sum((rank > 1 and is_undelivered)::int), sum((rank > 2)::int)
        from reported
       where flow_id is not null
       group by page_id, flow_id, step
       order by page_id, flow_id, step
          on conflict (page_id, flow_id, step) do update
         set sent = old.sent + excluded.sent, delivery = old.delivery + excluded.delivery, seen = old.seen + excluded.seen
    ), undelivered as (
      insert into message_troubles (page_id, id) select page_id, id from reported where rank = 0
          on conflict do nothing
    ), delivered as (
      delete from message_troubles using reported
       where message_troubles.page_id = reported.page_id and message_troubles.id = reported.id
         and reported.rank > 0 and reported.before <> 'sent'
    ), blocked as (
      update customers set unreachable = 'blocked_by_customer'
        from report
       where customers.page_id = report.page_id and customers.psid = report.psid
         and rank = 0 and reason = 'blocked_by_customer'
    )
    select (select json_agg(json_build_object('pageId', page_id, 'id', id))
              from reported where before in ('queued', 'sending')) as settled,
           (select array_agg(distinct each) from matched, unnest(string_to_array(platform_id, ' ')) as each) as matched`);
  const matched = new Set(found.matched);
  const asked = reports.flatMap(({ platformIds, messageId }) => (messageId === undefined ? (platformIds ?? []) : []));
  return { settled: found.settled ?? [], unknown: new Set(asked.filter((id) => !matched.has(id))) };
}

export type SettledMessage = { pageId: string; id: number };

const ranks = { failed: 0, sent: 1, delivered: 2, seen: 3 };

const columns = sql`page_id, id, psid, flow_id, step, status, reason, platform_id, sent_at, delivered_at`;

/** The platform ids among these that belong to messages we have sent. */
export async function listOurPlatformIds(
  db: Db,
  asked: { pageId: string; psid: string; platformId: string }[],
): Promise<Set<string>> {
  const rows = asked.map(({ pageId, psid, platformId }) => ({ page_id: pageId, psid, platform_id: platformId }));
  const ours = await db.many<{ id: string }>(sql`
    select asked.platform_id as id
      from json_to_recordset(${json(rows)}) as asked (page_id text, psid text, platform_id text)
     cross join lateral (select platform_id from messages
                          where messages.page_id = asked.page_id and messages.psid = asked.psid
                          order by id desc
                          limit ${newestMessages}) as newest
     where asked.platform_id = any (string_to_array(newest.platform_id, ' '))`);
  return new Set(ours.map(({ id }) => id));
}

/** Erases messages that customers have taken back: their words, and the traces, which quote them. */
export async function redactTurns(
  db: Db,
  leases: Lease[],
  deletions: { pageId: string; psid: string; platformId: string }[],
): Promise<void> {
  const rows = deletions.map(({ pageId, psid, platformId }) => ({ page_id: pageId, psid, key: platformId }));
  await db.count(sql`
    with ${fence(leases)}, taken_back as (
      select deleted.page_id, newest.id
        from json_to_recordset(${json(rows)}) as deleted (page_id text, psid text, key text)
       cross join lateral (select id, event ->> 'key' as key from turns
                            where turns.page_id = deleted.page_id and turns.psid = deleted.psid
                            order by id desc
                            limit 1000) as newest
       where newest.key = deleted.key and ${isFenced(sql`deleted.page_id`)}
    )
    update turns
       set event = json_build_object('type', event ->> 'type', 'text', '', 'key', event ->> 'key', 'isDeleted', true),
           trace = json_build_object('outcome', trace ->> 'outcome')
      from taken_back
     where turns.page_id = taken_back.page_id and turns.id = taken_back.id and event ->> 'type' = 'message'`);
}
