import type { OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import type { RenderNote } from "@banter/core/flow/render-note.ts";
import type { Db } from "../db/db.ts";
import { empty, json, type Sql, sql } from "../db/sql.ts";
import { fence, isFenced, type Lease } from "./leases.ts";
import { countSent } from "./step-statistics.ts";

/** A message on its way to a platform. */
export type QueuedMessage = {
  id: number;
  psid: string;
  flowId: number | null;
  lane: "reply" | "bulk";
  messageTag: string | null;
  content: OutgoingMessage;
  attempts: number;
  possibleDuplicate: boolean;
  /** How old the message was when it was read. */
  ageMs: number;
};

/**
 * `taken`: the platform's ids of the calls that it has taken of this message; '' where it gives none. `isUndelivered`: an
 * earlier attempt has failed, and `message_troubles` lists the message.
 */
export type UnfinishedMessage = QueuedMessage & {
  status: "queued" | "sending";
  waitMs: number;
  isUndelivered: boolean;
  taken: string[] | null;
  /** An attempt without an end that no owner has seen yet: how long to wait for the platform's word is not decided. */
  isNewlyUnconfirmed: boolean;
};

const columns = sql`
  messages.id, messages.psid, flow_id, lane, message_tag, content, attempts, possible_duplicate, status, taken,
  status = 'sending' and due_at is null as is_newly_unconfirmed,
  coalesce(greatest(0, extract(epoch from due_at - clock_timestamp()) * 1000), 0)::float8 as wait_ms,
  (extract(epoch from clock_timestamp() - created_at) * 1000)::float8 as age_ms`;

/**
 * A page's unfinished messages after the cursor, oldest first. Everything up to the page's delivery mark is finished or
 * listed as undelivered, so that old messages need not be looked through.
 */
export function listUnfinished(
  db: Db,
  pageId: string,
  { after, limit }: { after: number; limit: number },
): Promise<UnfinishedMessage[]> {
  const mark = sql`coalesce((select settled_through from delivery_marks where page_id = ${pageId}), 0)`;
  return db.many(sql`
    select distinct on (id) *
      from (select *
              from (select ${columns}, false as is_undelivered
                      from messages
                     where page_id = ${pageId} and id > greatest(${after}::bigint, ${mark})
                       and status in ('queued', 'sending')
                     order by id
                     limit ${limit}) as unmarked
             union all
            select *
              from (select ${columns}, true as is_undelivered
                      from message_troubles join messages using (page_id, id)
                     where page_id = ${pageId} and message_troubles.id > ${after}::bigint
                       and status in ('queued', 'sending')
                     order by message_troubles.id
                     limit ${limit}) as undelivered) as unfinished
     order by id, is_undelivered desc
     limit ${limit}`);
}

/** The unfinished messages after the cursor that are for these customers, oldest first. */
export function listUnfinishedOf(
  db: Db,
  pageId: string,
  { after, psids }: { after: number; psids: string[] },
): Promise<UnfinishedMessage[]> {
  return db.many(sql`
    select unfinished.*
      from unnest(${psids}::text[]) as asked (psid)
     cross join lateral (
             select ${columns},
                    exists (select from message_troubles
                             where message_troubles.page_id = ${pageId} and message_troubles.id = messages.id)
                      as is_undelivered
               from messages
              where page_id = ${pageId} and messages.psid = asked.psid and messages.id > ${after}::bigint
                and status in ('queued', 'sending')
              order by messages.id
              limit 200) as unfinished
     order by unfinished.id`);
}

/** How many messages wait to be sent. Counts no further than `most`. */
export async function countUnfinished(db: Db, pageId: string, most: number): Promise<number> {
  const { count } = await db.get<{ count: number }>(sql`
    select count(*)
      from (select from messages
             where page_id = ${pageId} and status in ('queued', 'sending')
               and id > coalesce((select settled_through from delivery_marks where page_id = ${pageId}), 0)
             limit ${most}) as unfinished`);
  return count;
}

/**
 * Keeps how long attempts without an end wait for the platform's word, so that an owner that takes the page next does
 * not begin to wait anew.
 */
export async function saveUnconfirmed(db: Db, lease: Lease, ids: number[], waitMs: number): Promise<void> {
  await db.count(sql`
    with ${fence([lease])}
    update messages set due_at = clock_timestamp() + ${waitMs}::float8 * interval '1 millisecond'
     where page_id = ${lease.pageId} and id = any (${ids}::bigint[]) and status = 'sending' and due_at is null
       and ${isFenced(sql`page_id`)}`);
}

export type AttemptRow = { page_id: string; id: number; is_repeat: boolean };

/** Records attempts before they are made. Returns the pages that still are this node's; of others nothing is written. */
export async function recordAttempts(db: Db, leases: Lease[], rows: AttemptRow[]): Promise<Set<string>> {
  const pages = await db.many<{ pageId: string }>(sql`
    with ${fence(leases)}, recorded as (
      update messages
         set status = 'sending', attempts = attempts + 1, possible_duplicate = possible_duplicate or is_repeat,
             due_at = null
        from json_to_recordset(${json(rows)}) as row (page_id text, id bigint, is_repeat boolean)
       where messages.page_id = row.page_id and messages.id = row.id and ${isFenced(sql`row.page_id`)}
    )
    select page_id from fence`);
  return new Set(pages.map(({ pageId }) => pageId));
}

/** How an attempt ended. `notes` tell which parts the channel could not show as they were made. */
export type Outcome = { id: number; notes?: RenderNote[] } & (
  | { status: "sent"; platformId: string | null; wasUndelivered: boolean }
  | { status: "queued"; waitMs: number; reason: string | null; mayHaveArrived: boolean; taken: string[] | null }
  | { status: "failed"; reason: string; blockedBy?: string }
);

export type PageOutcome = Outcome & { pageId: string };

/**
 * Every message of the page up to `settledThrough` is finished or listed as undelivered; so many others wait. `health`
 * tells people how the page gets on with its platform.
 */
export type DeliveryWatermark = { pageId: string; settledThrough: number; waiting: number; health: PlatformHealth };

export type PlatformHealth = {
  state: "closed" | "open" | "probing";
  since: string;
  lastFailure: string | null;
  throttledUntil: string | null;
};

/**
 * Records how attempts of many pages ended and counts the messages that were sent. Returns the pages that still are this
 * node's; of others nothing is written.
 */
export async function saveOutcomes(
  db: Db,
  leases: Lease[],
  outcomes: PageOutcome[],
  marks: DeliveryWatermark[],
): Promise<Set<string>> {
  const parts = [ended(outcomes), countSent(sql`ended`), ...optionalParts(outcomes, marks)];
  const pages = await db.many<{ pageId: string }>(sql`
    with ${fence(leases)}, ${parts.reduce((before, part) => sql`${before}, ${part}`)}
    select page_id from fence`);
  return new Set(pages.map(({ pageId }) => pageId));
}

function ended(outcomes: PageOutcome[]): Sql {
  const hasNotes = outcomes.some(({ notes }) => notes?.length);
  const rows = outcomes.map((outcome) => ({
    page_id: outcome.pageId,
    id: outcome.id,
    status: outcome.status,
    platform_id: "platformId" in outcome ? outcome.platformId : null,
    reason: "reason" in outcome ? outcome.reason : null,
    wait_ms: "waitMs" in outcome ? outcome.waitMs : null,
    may_have_arrived: "mayHaveArrived" in outcome && outcome.mayHaveArrived,
    taken: "taken" in outcome ? outcome.taken : null,
    ...(hasNotes && { notes: outcome.notes }),
  }));
  return sql`
    ended as (
      update messages
         set status = row.status, platform_id = row.platform_id, reason = row.reason, taken = row.taken,
             sent_at = case when row.status = 'sent' then clock_timestamp() end,
             due_at = clock_timestamp() + row.wait_ms * interval '1 millisecond',
             -- A message that was tried once and is known to have arrived has arrived once.
             possible_duplicate = possible_duplicate and (row.status <> 'sent' or attempts > 1) or row.may_have_arrived
             ${hasNotes ? sql`, notes = coalesce(row.notes, messages.notes)` : empty}
        from json_to_recordset(${json(rows)})
               as row (page_id text, id bigint, status text, platform_id text, reason text, wait_ms float8,
                       may_have_arrived boolean, taken text[] ${hasNotes ? sql`, notes json` : empty})
       where messages.page_id = row.page_id and messages.id = row.id and messages.status in ('queued', 'sending')
         and ${isFenced(sql`row.page_id`)}
      returning messages.page_id, messages.id, flow_id, step, messages.status
    )`;
}

function optionalParts(outcomes: PageOutcome[], marks: DeliveryWatermark[]): Sql[] {
  const noted = outcomes.flatMap(({ pageId, id, notes }) => (notes?.length ? [{ page_id: pageId, id, notes }] : []));
  const delivered = outcomes.filter((outcome) => outcome.status === "sent" && outcome.wasUndelivered);
  const blockers = outcomes.flatMap((outcome) =>
    "blockedBy" in outcome && outcome.blockedBy ? [{ page_id: outcome.pageId, psid: outcome.blockedBy }] : [],
  );
  return [
    ...(noted.length > 0 ? [saveNotes(noted)] : []),
    ...(marks.length > 0 ? [moveMarks(marks)] : []),
    ...(outcomes.some(({ status }) => status !== "sent") ? [keepUndelivered] : []),
    ...(delivered.length > 0 ? [forgetUndelivered(delivered)] : []),
    ...(blockers.length > 0 ? [markUnreachable(blockers)] : []),
  ];
}

/** For messages that the platform has reported on before it answered: those are not among the ended. */
const saveNotes = (noted: { page_id: string; id: number; notes: RenderNote[] }[]) => sql`
    noted as (
      update messages set notes = note.notes
        from json_to_recordset(${json(noted)}) as note (page_id text, id bigint, notes json)
       where messages.page_id = note.page_id and messages.id = note.id
         and messages.status not in ('queued', 'sending') and ${isFenced(sql`note.page_id`)}
    )`;

const moveMarks = (marks: DeliveryWatermark[]) => sql`
    marked as (
      insert into delivery_marks (page_id, settled_through, waiting, health)
      select page_id, settled_through, waiting, health::json
        from unnest(${marks.map(({ pageId }) => pageId)}::text[],
                    ${marks.map(({ settledThrough }) => settledThrough)}::bigint[],
                    ${marks.map(({ waiting }) => waiting)}::bigint[],
                    ${marks.map(({ health }) => json(health))}::text[])
               as row (page_id, settled_through, waiting, health)
       where ${isFenced(sql`row.page_id`)}
          on conflict (page_id) do update
         set settled_through = excluded.settled_through, waiting = excluded.waiting, health = excluded.health
    )`;

const keepUndelivered = sql`
    undelivered as (
      insert into message_troubles (page_id, id)
      select page_id, id from ended where status <> 'sent'
          on conflict do nothing
    )`;

const forgetUndelivered = (delivered: PageOutcome[]) => sql`
    delivered as (
      delete from message_troubles
       using unnest(${delivered.map(({ pageId }) => pageId)}::text[], ${delivered.map(({ id }) => id)}::bigint[])
               as row (page_id, id)
       where message_troubles.page_id = row.page_id and message_troubles.id = row.id
         and ${isFenced(sql`row.page_id`)}
    )`;

/** Until they write again. */
const markUnreachable = (blockers: { page_id: string; psid: string }[]) => sql`
    blocked as (
      update customers set unreachable = 'blocked_by_customer'
        from json_to_recordset(${json(blockers)}) as row (page_id text, psid text)
       where customers.page_id = row.page_id and customers.psid = row.psid and ${isFenced(sql`row.page_id`)}
    )`;

export async function newestMessageId(db: Db, pageId: string): Promise<number> {
  const { id } = await db.get<{ id: number }>(sql`
    select coalesce(max(id), 0)::bigint as id from messages where page_id = ${pageId}`);
  return id;
}
