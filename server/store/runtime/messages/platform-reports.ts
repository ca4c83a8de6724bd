import type { Db } from "../../db/db.ts";
import { empty, rowsOfPages, type Sql, sql } from "../../db/sql.ts";
import { insertStateEventsCte } from "../../events/event-deliveries.ts";
import { blockCustomersCte } from "../customers.ts";
import { fence, isFenced, type Lease } from "../leases.ts";
import { countSteps } from "../step-statistics.ts";
import { listReportedFailedCte, unlistReportedCte } from "../undelivered.ts";
import {
  applyReport,
  joinReports,
  type PlatformReport,
  type ReportedChange,
  type ReportedMessage,
} from "./apply-report.ts";

/** Reports are about recent messages: no index holds platforms' ids, so that updates of a message stay cheap. */
const newestMessages = 200;

/** A platform's clock stamps a message before we have recorded its answer, and need not agree with ours. */
const clockToleranceSeconds = 5;

export type SettledMessage = { pageId: string; id: number };

/** A message that reports are about: `reports` are their places in the batch. */
type FoundMessage = SettledMessage &
  ReportedMessage & { flowId: number | null; step: string | null; reports: [number, ...number[]] };

export type ChangedMessage = Omit<FoundMessage, "reports"> & { change: ReportedChange };

/** A message may change between being read and written: then it is read again, at most so often. */
const maxReads = 3;

/**
 * Applies platforms' reports to the messages of many pages. A message only moves forward, and is counted once at each
 * stage. The programs of the pages in `told` hear of it. Returns the messages that were unfinished before, and the platform
 * ids that no message has yet.
 */
export async function saveReports(
  db: Db,
  leases: Lease[],
  reports: PlatformReport[],
  told: string[],
): Promise<{ settled: SettledMessage[]; unknown: Set<string> }> {
  const asked = reports.flatMap(({ platformIds, messageId }) => (messageId === undefined ? (platformIds ?? []) : []));
  const unknown = new Set(asked);
  const settled: SettledMessage[] = [];
  const blockers = reports.filter(({ status, reason }) => status === "failed" && reason === "blocked_by_customer");
  for (let reads = 1; reads <= maxReads; reads++) {
    const found = await listReported(db, leases, reports);
    for (const id of found.flatMap(({ platformId }) => platformId?.split(" ") ?? [])) unknown.delete(id);
    const changed = found.flatMap((message) => changeOf(message, reports) ?? []);
    if (changed.length === 0 && blockers.length === 0) break;
    const saved = await saveChanges(db, leases, { changed, blockers, told });
    settled.push(...saved.filter(({ wasUnfinished }) => wasUnfinished).map(({ pageId, id }) => ({ pageId, id })));
    if (saved.length === changed.length) break;
  }
  return { settled, unknown };
}

function changeOf(
  { reports: [first, ...others], ...message }: FoundMessage,
  all: PlatformReport[],
): ChangedMessage | undefined {
  const reportAt = (place: number) => all[place] as PlatformReport;
  const change = applyReport(message, joinReports([reportAt(first), ...others.map(reportAt)]));
  return change && { ...message, change };
}

/** The messages that reports are about. One that was seen cannot change, so that an instant need not find it. */
function listReported(db: Db, leases: Lease[], reports: PlatformReport[]): Promise<FoundMessage[]> {
  return db.many(sql`
    with ${fence(leases)}, ${reportCte(reports)}, ${candidateCte}
    select candidate.page_id, id, flow_id, step, status, reason, platform_id, sent_at is not null as is_sent,
           delivered_at is not null as is_delivered, array_agg(place) as reports
      from candidate
      join report on report.page_id = candidate.page_id and report.psid = candidate.psid
                 and (id = message_id or string_to_array(platform_id, ' ') && platform_ids
                   or status <> 'seen'
                      and (sent_at <= to_timestamp(through / 1000) + ${clockToleranceSeconds} * interval '1 second'
                        or is_through and sent_at is not null and exists
                             (select from candidate as named
                               where named.page_id = report.page_id and named.psid = report.psid
                                 and named.id >= candidate.id
                                 and string_to_array(named.platform_id, ' ') && platform_ids)))
     group by candidate.page_id, id, flow_id, step, status, reason, platform_id, sent_at, delivered_at`);
}

function reportCte(reports: PlatformReport[]): Sql {
  const rows = reports.map((report, place) => ({
    place,
    page_id: report.pageId,
    psid: report.psid,
    platform_ids: report.platformIds ?? null,
    is_through: report.isThrough ?? false,
    message_id: report.messageId ?? null,
    through: report.through ?? null,
  }));

  return sql`
    report as (
      select place, page_id, psid, platform_ids, is_through, message_id, through
        from ${rowsOfPages(rows)}
          as row (place integer, page_id text, psid text, platform_ids text[], is_through boolean, message_id bigint,
                  through float8)
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

/**
 * Writes changes of messages that still have the status they were read with, and returns those. `blockers` are customers
 * who have blocked the page.
 */
export function saveChanges(
  db: Db,
  leases: Lease[],
  {
    changed,
    blockers,
    told,
  }: { changed: ChangedMessage[]; blockers: { pageId: string; psid: string }[]; told: string[] },
): Promise<(SettledMessage & { wasUnfinished: boolean })[]> {
  const rows = changed.map(({ pageId, id, flowId, step, status, change: { counts, ...change } }) => ({
    ...{ page_id: pageId, id, flow_id: flowId, step, before: status, status: change.status, reason: change.reason },
    ...{ error_code: change.errorCode, platform_id: change.platformId, ...counts },
  }));
  const unreachable = blockers.map(({ pageId, psid }) => ({ page_id: pageId, psid }));
  return db.many(sql`
    with ${fence(leases)}, row as (
      select *, clock_timestamp() as now
        from ${rowsOfPages(rows)}
          as row (page_id text, id bigint, flow_id bigint, step text, before text, status text, reason text,
                  error_code text, platform_id text, sent integer, delivery integer, seen integer)
       where ${isFenced(sql`page_id`)}
    ), reported as (
      update messages
         set status = row.status, reason = row.reason, error_code = row.error_code, platform_id = row.platform_id,
             -- A message that was tried once has arrived once.
             possible_duplicate = possible_duplicate and attempts > 1,
             due_at = null,
             sent_at = case when row.status <> 'failed' then coalesce(sent_at, now) end,
             delivered_at = case when row.status in ('delivered', 'seen') then coalesce(delivered_at, now)
                                 else delivered_at end,
             seen_at = case when row.status = 'seen' then now else seen_at end
        from row
       where messages.page_id = row.page_id and messages.id = row.id and messages.status = row.before
      returning messages.page_id, messages.id, row.flow_id, row.step, row.status, row.before, row.sent, row.delivery,
                row.seen
    ), counted as (${countReported}), ${listReportedFailedCte}, ${unlistReportedCte}
         ${unreachable.length > 0 ? sql`, ${blockCustomersCte(unreachable)}` : empty}
         ${told.length > 0 ? sql`, ${insertStateEventsCte(sql`reported`, told)}` : empty}
    select page_id, id, before in ('queued', 'sending') as was_unfinished from reported`);
}

const countReported = countSteps(sql`reported`, {
  sent: sql`sum(sent)`,
  delivery: sql`sum(delivery)`,
  seen: sql`sum(seen)`,
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
