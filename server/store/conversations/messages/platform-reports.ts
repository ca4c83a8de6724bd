import type { Db } from "../../db/db.ts";
import { rowsOfPages, type Sql, sql } from "../../db/sql.ts";
import { blockReportedCte } from "../customers.ts";
import { fence, isFenced, type Lease } from "../leases.ts";
import { countSteps } from "../step-statistics.ts";
import { listReportedFailedCte, unlistReportedCte } from "../undelivered.ts";

/** A platform's report on messages to one customer, named by any of its ids or ours, or by an instant. */
export type PlatformReport = {
  pageId: string;
  psid: string;
  status: "sent" | "delivered" | "seen" | "failed";
  platformIds?: string[];
  /** It is about all messages up to the one with that platform id. */
  isThrough?: true;
  messageId?: number;
  /** Epoch milliseconds. */
  through?: number;
  reason?: string;
  errorCode?: string;
  /** A second attempt may help. */
  isTriedTwice?: true;
};

/** Reports are about recent messages: no index holds platforms' ids, so that updates of a message stay cheap. */
const newestMessages = 200;

/** A platform's clock stamps a message before we have recorded its answer, and need not agree with ours. */
const clockToleranceSeconds = 5;

/** How far a message has come, as a number to compare in SQL. */
const ranks = { failed: 0, sent: 1, delivered: 2, seen: 3 };

export type SettledMessage = { pageId: string; id: number };

/**
 * Applies platforms' reports to the messages of many pages. A message only moves forward, and is counted once at each
 * stage. A message that failed by a timeout, but is reported to have arrived, has not failed. Returns the messages that
 * were unfinished before, and the platform ids that no message has yet.
 */
export async function saveReports(
  db: Db,
  leases: Lease[],
  reports: PlatformReport[],
): Promise<{ settled: SettledMessage[]; unknown: Set<string> }> {
  const found = await db.get<{ settled: SettledMessage[] | null; matched: string[] | null }>(sql`
    with ${fence(leases)}, ${reportCte(reports)}, ${candidateCte}, ${matchedCte}, ${progressCte},
         ${reportedCte}, counted as (${countReported}),
         ${listReportedFailedCte}, ${unlistReportedCte}, ${blockReportedCte}
    select (select json_agg(json_build_object('pageId', page_id, 'id', id))
              from reported where before in ('queued', 'sending')) as settled,
           (select array_agg(distinct each)
              from matched, unnest(string_to_array(platform_id, ' ')) as each) as matched`);
  const matched = new Set(found.matched);
  const asked = reports.flatMap(({ platformIds, messageId }) => (messageId === undefined ? (platformIds ?? []) : []));
  return { settled: found.settled ?? [], unknown: new Set(asked.filter((id) => !matched.has(id))) };
}

function reportCte(reports: PlatformReport[]): Sql {
  const rows = reports.map((report) => ({
    page_id: report.pageId,
    psid: report.psid,
    rank: ranks[report.status],
    platform_ids: report.platformIds ?? null,
    is_through: report.isThrough ?? false,
    message_id: report.messageId ?? null,
    through: report.through ?? null,
    reason: report.reason ?? null,
    error_code: report.errorCode ?? null,
  }));

  return sql`
    report as (
      select page_id, psid, rank, platform_ids, is_through, message_id, through, reason, error_code
        from ${rowsOfPages(rows)}
          as row (page_id text, psid text, rank integer, platform_ids text[], is_through boolean, message_id bigint,
                  through float8, reason text, error_code text)
       where ${isFenced(sql`page_id`)}
    )`;
}

const columns = sql`page_id, id, psid, flow_id, step, status, reason, platform_id, sent_at, delivered_at`;

/** The messages that the reports may be about. */
const candidateCte: Sql = sql`
    candidate as (
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
    )`;

const matchedCte = sql`
    matched as (
      select candidate.*, report.rank, report.reason as reported_reason,
             report.error_code as reported_code,
             case when not is_through then report.platform_ids end as reported_ids
        from candidate
        join report on report.page_id = candidate.page_id and report.psid = candidate.psid
                   and (id = message_id or string_to_array(platform_id, ' ') && platform_ids
                     or sent_at <= to_timestamp(through / 1000) + ${clockToleranceSeconds} * interval '1 second'
                     or is_through and sent_at is not null and exists
                          (select from candidate as named
                            where named.page_id = report.page_id and named.psid = report.psid
                              and named.id >= candidate.id
                              and string_to_array(named.platform_id, ' ') && platform_ids))
    )`;

/** The messages that a report moves forward, each once, by the report that goes furthest. */
const progressCte = sql`
    progress as (
      select page_id, id, flow_id, step, status, sent_at is null as is_first_sent,
             delivered_at is null as is_first_delivered, clock_timestamp() as now, max(rank) as rank,
             max(reported_reason) as reported_reason, max(reported_code) as reported_code,
             max(case when platform_id is null and cardinality(reported_ids) = 1
                      then reported_ids[1] end) as reported_id
        from matched
       group by page_id, id, flow_id, step, status, sent_at, delivered_at, reason
      having case status when 'failed' then max(rank) > 1 or max(rank) = 1 and reason = 'timeout'
                         when 'seen' then false
                         when 'delivered' then max(rank) > 2
                         when 'sent' then max(rank) <> 1
                         else true end
    )`;

const reportedCte: Sql = sql`
    reported as (
      update messages
         set status = case progress.rank when 0 then 'failed' when 1 then 'sent' when 2 then 'delivered'
                                         else 'seen' end,
             reason = case when progress.rank = 0 then coalesce(reported_reason, 'rejected') end,
             error_code = case when progress.rank = 0 then reported_code end,
             platform_id = coalesce(platform_id, reported_id),
             -- A message that was tried once has arrived once.
             possible_duplicate = possible_duplicate and attempts > 1,
             due_at = null,
             sent_at = case when progress.rank > 0 then coalesce(sent_at, now) end,
             delivered_at = case when progress.rank > 1 then coalesce(delivered_at, now)
                                 else delivered_at end,
             seen_at = case when progress.rank > 2 then now else seen_at end
        from progress
       where messages.page_id = progress.page_id and messages.id = progress.id and messages.status = progress.status
      returning messages.page_id, messages.id, progress.flow_id, progress.step, progress.rank, is_first_sent,
                is_first_delivered, progress.status as before
    )`;

/** A sent message that is reported to have failed is not counted as sent any more. */
const countReported = countSteps(sql`reported`, {
  sent: sql`sum(case when rank = 0 and not is_first_sent then -1 when rank > 0 and is_first_sent then 1 else 0 end)`,
  delivery: sql`sum((rank > 1 and is_first_delivered)::int)`,
  seen: sql`sum((rank > 2)::int)`,
});

/** The platform ids among these that are of messages we have sent. */
export async function listOurPlatformIds(
  db: Db,
  asked: { pageId: string; psid: string; platformId: string }[],
): Promise<Set<string>> {
  const rows = asked.map(({ pageId, psid, platformId }) => ({ page_id: pageId, psid, platform_id: platformId }));
  const ours = await db.many<{ id: string }>(sql`
    select asked.platform_id as id
      from ${rowsOfPages(rows)} as asked (page_id text, psid text, platform_id text)
     cross join lateral (select platform_id from messages
                          where messages.page_id = asked.page_id and messages.psid = asked.psid
                          order by id desc
                          limit ${newestMessages}) as newest
     where asked.platform_id = any (string_to_array(newest.platform_id, ' '))`);
  return new Set(ours.map(({ id }) => id));
}
