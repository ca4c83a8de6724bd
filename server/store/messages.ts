import type { OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import type { RenderNote } from "@banter/core/flow/render-note.ts";
import type { Db } from "./db.ts";
import type { Lease } from "./leases.ts";
import { empty, json, sql } from "./sql.ts";

/** A message on its way. */
export type QueuedMessage = {
  id: number;
  psid: string;
  flowId: number | null;
  lane: "reply" | "bulk";
  messageTag: string | null;
  content: OutgoingMessage;
  attempts: number;
  possibleDuplicate: boolean;
  ageMs: number;
};

/** `taken`: the platform's ids for those of its calls that it took before the message was interrupted; '' where it has none. */
type UnfinishedMessage = QueuedMessage & {
  status: "queued" | "sending";
  waitMs: number;
  isTroubled: boolean;
  taken: string[] | null;
};

/**
 * What is not finished, oldest first: what lies after the page's mark, and of what lies before it that which is troubled.
 */
export function listUnfinished(db: Db, pageId: string, limit: number): Promise<UnfinishedMessage[]> {
  const mark = sql`coalesce((select settled_through from delivery_marks where page_id = ${pageId}), 0)`;
  return db.many(sql`
    select id, psid, flow_id, lane, message_tag, content, attempts, possible_duplicate, status, taken, is_troubled,
           coalesce(greatest(0, extract(epoch from due_at - clock_timestamp()) * 1000), 0)::float8 as wait_ms,
           (extract(epoch from clock_timestamp() - created_at) * 1000)::float8 as age_ms
      from (select candidate, bool_or(is_troubled) as is_troubled
              from (select id as candidate, false as is_troubled from messages where page_id = ${pageId} and id > ${mark}
                     union all
                    select id, true from message_troubles where page_id = ${pageId}) as candidates
             group by candidate) as candidates
      join messages on page_id = ${pageId} and id = candidate
     where status in ('queued', 'sending')
     order by id
     limit ${limit}`);
}

/** Records attempts before they are made. Returns false, having written nothing, where the page has changed hands. */
export async function markSending(
  db: Db,
  lease: Lease,
  messages: { id: number; isRepeat: boolean }[],
): Promise<boolean> {
  const rows = messages.map(({ id, isRepeat }) => ({ id, is_repeat: isRepeat }));
  const { fenced } = await db.get<{ fenced: boolean }>(sql`
    with ${fence(lease)}, marked as (
      update messages
         set status = 'sending', attempts = attempts + 1, possible_duplicate = possible_duplicate or is_repeat
        from fence, json_to_recordset(${json(rows)}) as row (id bigint, is_repeat boolean)
       where messages.page_id = ${lease.pageId} and messages.id = row.id
         and messages.id = any (${messages.map(({ id }) => id)}::bigint[])
    )
    select exists (select from fence) as fenced`);
  return fenced;
}

/** How an attempt ended, and what the channel could not show as it was made. */
export type Outcome = { notes?: RenderNote[] } & (
  | { id: number; status: "sent"; platformId: string | null; wasTroubled: boolean }
  | {
      id: number;
      status: "queued";
      waitMs: number;
      reason: string | null;
      mayHaveArrived: boolean;
      taken: string[] | null;
    }
  | { id: number; status: "failed"; reason: string; blockedBy?: string }
);

/**
 * Records how attempts ended, and counts what was sent. `settledThrough` moves the page's mark: every message up to there
 * is finished, or waits to be tried again and so is kept among the troubled.
 */
export async function saveOutcomes(
  db: Db,
  lease: Lease,
  outcomes: Outcome[],
  settledThrough: number | undefined,
): Promise<boolean> {
  const rows = outcomes.map((outcome) => ({
    id: outcome.id,
    status: outcome.status,
    platform_id: "platformId" in outcome ? outcome.platformId : null,
    reason: "reason" in outcome ? outcome.reason : null,
    wait_ms: "waitMs" in outcome ? outcome.waitMs : null,
    may_have_arrived: "mayHaveArrived" in outcome && outcome.mayHaveArrived,
    taken: "taken" in outcome ? outcome.taken : null,
    notes: outcome.notes,
  }));
  const noted = outcomes.flatMap(({ id, notes }) => (notes?.length ? [{ id, notes }] : []));
  const idsOf = (isMeant: (outcome: Outcome) => boolean) => outcomes.filter(isMeant).map(({ id }) => id);
  const hasTroubles = outcomes.some(({ status }) => status !== "sent");
  const overcome = idsOf((outcome) => outcome.status === "sent" && outcome.wasTroubled);
  const blockers = outcomes.flatMap((outcome) => ("blockedBy" in outcome ? (outcome.blockedBy ?? []) : []));
  const { fenced } = await db.get<{ fenced: boolean }>(sql`
    with ${fence(lease)}, ended as (
      update messages
         set status = row.status, platform_id = row.platform_id, reason = row.reason, taken = row.taken,
             sent_at = case when row.status = 'sent' then clock_timestamp() end,
             due_at = clock_timestamp() + row.wait_ms * interval '1 millisecond',
             -- What was tried but once, and is known to have come, has come but once.
             possible_duplicate = possible_duplicate and (row.status <> 'sent' or attempts > 1) or row.may_have_arrived
             ${noted.length > 0 ? sql`, notes = coalesce(row.notes, messages.notes)` : empty}
        from fence,
             json_to_recordset(${json(rows)})
               as row (id bigint, status text, platform_id text, reason text, wait_ms float8, may_have_arrived boolean,
                       taken text[] ${noted.length > 0 ? sql`, notes json` : empty})
       where messages.page_id = ${lease.pageId} and messages.id = row.id and messages.status in ('queued', 'sending')
         and messages.id = any (${outcomes.map(({ id }) => id)}::bigint[])
      returning messages.id, flow_id, step, messages.status
    ), counted as (
      insert into step_statistics as old (page_id, flow_id, step, sent)
      select ${lease.pageId}, flow_id, coalesce(step, ''), count(*)
        from ended
       where status = 'sent' and flow_id is not null
       group by flow_id, coalesce(step, '')
          on conflict (page_id, flow_id, step) do update set sent = old.sent + excluded.sent
    )
    ${noted.length > 0 ? saveNotes(lease.pageId, noted) : empty}
    ${settledThrough === undefined ? empty : moveMark(lease.pageId, settledThrough)}
    ${hasTroubles ? keepTroubled(lease.pageId) : empty}
    ${overcome.length > 0 ? forgetTroubled(lease.pageId, overcome) : empty}
    ${blockers.length > 0 ? markUnreachable(lease.pageId, blockers) : empty}
    select exists (select from fence) as fenced`);
  return fenced;
}

/** Of messages that the platform has reported on before we had its answer: those are not among the ended. */
const saveNotes = (pageId: string, noted: { id: number; notes: RenderNote[] }[]) => sql`
    , noted as (
      update messages set notes = note.notes
        from fence, json_to_recordset(${json(noted)}) as note (id bigint, notes json)
       where messages.page_id = ${pageId} and messages.id = note.id and messages.status not in ('queued', 'sending')
         and messages.id = any (${noted.map(({ id }) => id)}::bigint[])
    )`;

const moveMark = (pageId: string, settledThrough: number) => sql`
    , marked as (
      insert into delivery_marks (page_id, settled_through)
      select ${pageId}, ${settledThrough}::bigint from fence
          on conflict (page_id) do update set settled_through = excluded.settled_through
    )`;

const keepTroubled = (pageId: string) => sql`
    , troubled as (
      insert into message_troubles (page_id, id)
      select ${pageId}, id from ended where status <> 'sent'
          on conflict do nothing
    )`;

const forgetTroubled = (pageId: string, ids: number[]) => sql`
    , overcome as (
      delete from message_troubles using fence where page_id = ${pageId} and id = any (${ids}::bigint[])
    )`;

/** Until they write again. */
const markUnreachable = (pageId: string, psids: string[]) => sql`
    , blocked as (
      update customers set unreachable = 'blocked_by_customer'
        from fence
       where page_id = ${pageId} and psid = any (${psids})
    )`;

/** Nothing is written where the page has changed hands. */
export const fence = ({ pageId, nodeId, epoch }: Lease) => sql`
  fence as materialized (
    select from page_leases where page_id = ${pageId} and node_id = ${nodeId} and epoch = ${epoch} for share
  )`;

/** What customers' devices report, once each: a receipt that implies an earlier one counts for both. */
export async function saveReceipts(db: Db, lease: Lease, receipts: Receipt[]): Promise<void> {
  const rows = [...Map.groupBy(receipts, ({ psid }) => psid)].map(([psid, group]) => {
    const seen = Math.max(...group.map(({ seenThrough }) => seenThrough));
    return { psid, seen, delivered: Math.max(seen, ...group.map(({ deliveredThrough }) => deliveredThrough)) };
  });
  await db.count(sql`
    with ${fence(lease)}, receipt as (
      select customers.psid, delivered, seen, delivered_through, seen_through
        from fence, json_to_recordset(${json(rows)}) as row (psid text, delivered bigint, seen bigint)
        join customers on customers.page_id = ${lease.pageId} and customers.psid = row.psid
    ), hit as (
      select id, flow_id, coalesce(step, '') as step, sent_at is null as is_sent, delivered_at is null as is_delivered,
             seen_at is null and id <= seen as is_seen
        from receipt
        join messages on messages.page_id = ${lease.pageId} and messages.psid = receipt.psid
                     and id <= delivered and id > least(delivered_through, seen_through)
       where status in ('sending', 'sent', 'delivered')
         and (delivered_at is null or seen_at is null and id <= seen)
    ), reported as (
      update messages
         set sent_at = coalesce(sent_at, clock_timestamp()),
             delivered_at = coalesce(delivered_at, clock_timestamp()),
             seen_at = case when is_seen then clock_timestamp() else seen_at end,
             status = case when is_seen then 'seen' else 'delivered' end
        from hit
       where messages.page_id = ${lease.pageId} and messages.id = hit.id
    ), remembered as (
      update customers
         set delivered_through = greatest(customers.delivered_through, newest.delivered),
             seen_through = greatest(customers.seen_through, newest.seen)
        from (select receipt.psid, least(delivered, max(id)) as delivered, least(seen, max(id)) as seen
                from receipt join messages on messages.page_id = ${lease.pageId} and messages.psid = receipt.psid
               group by receipt.psid, delivered, seen) as newest
       where customers.page_id = ${lease.pageId} and customers.psid = newest.psid
    )
    insert into step_statistics as old (page_id, flow_id, step, sent, delivery, seen)
    select ${lease.pageId}, flow_id, step, sum(is_sent::int), sum(is_delivered::int), sum(is_seen::int)
      from hit
     where flow_id is not null
     group by flow_id, step
        on conflict (page_id, flow_id, step) do update
       set sent = old.sent + excluded.sent, delivery = old.delivery + excluded.delivery, seen = old.seen + excluded.seen`);
}

export type Receipt = { psid: string; deliveredThrough: number; seenThrough: number };

/** Presses and followed links. The same place of the same message counts once. */
export async function saveClicks(db: Db, lease: Lease, clicks: { messageId: number; index: number }[]): Promise<void> {
  const rows = clicks.map(({ messageId, index }) => ({ id: messageId, place: index }));
  await db.count(sql`
    with ${fence(lease)}, hit as (
      select messages.id, flow_id, coalesce(step, '') as step, array_agg(distinct place) as places
        from fence, json_to_recordset(${json(rows)}) as row (id bigint, place smallint)
        join messages on messages.page_id = ${lease.pageId} and messages.id = row.id
       where not place = any (clicked)
       group by messages.id, flow_id, coalesce(step, '')
    ), pressed as (
      update messages set clicked = clicked || places
        from hit
       where messages.page_id = ${lease.pageId} and messages.id = hit.id
    )
    insert into step_statistics as old (page_id, flow_id, step, is_clicked)
    select ${lease.pageId}, flow_id, step, sum(cardinality(places)) from hit where flow_id is not null group by flow_id, step
        on conflict (page_id, flow_id, step) do update set is_clicked = old.is_clicked + excluded.is_clicked`);
}

/** Messages by id, for finding out what a press means. */
export function listMessagesById(
  db: Db,
  pageId: string,
  ids: number[],
): Promise<{ id: number; psid: string; content: OutgoingMessage }[]> {
  return db.many(sql`
    select id, psid, content from messages where page_id = ${pageId} and id = any (${ids}::bigint[])`);
}
