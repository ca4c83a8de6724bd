import type { SentEventType } from "@banter/core/events/event-type.ts";
import { rowsByPage } from "../db/by-page.ts";
import type { Db } from "../db/db.ts";
import { json, pagesOf, rowsOfPages, type Sql, sql, timestamp } from "../db/sql.ts";
import { isAllowed } from "../runtime/allowed-pages.ts";

/** An event of a turn, for every endpoint of its page that wants the type. */
export type EventRow = {
  page_id: string;
  event: string;
  type: SentEventType;
  psid: string;
  about: number | null;
  data: object;
};

const target = sql`event_deliveries (page_id, endpoint_id, event, type, psid, about, data, at, due_at)`;

/** With milliseconds, as callers see it, so that a time from the list can be compared with the stored one. */
const instant = sql`date_trunc('milliseconds', clock_timestamp())`;

/** Joined, not referenced: an endpoint that is removed meanwhile must not fail a turn. */
const isWanted = (pageId: Sql, type: Sql) =>
  sql`endpoint.page_id = ${pageId} and endpoint.is_on and ${type} = any (endpoint.types)`;

/** Part of the commit of turns, left out for pages without endpoints. */
export const insertEventsCte = (events: EventRow[], now: number): Sql => sql`
    saved_events as (
      insert into ${target}
      select row.page_id, endpoint.id, event, type, psid, about, data, ${timestamp(Math.floor(now))}, ${timestamp(now)}
        from ${rowsOfPages(events)} as row (page_id text, event text, type text, psid text, about bigint, data json)
        join event_endpoints as endpoint on ${isWanted(sql`row.page_id`, sql`row.type`)}
       where ${isAllowed(sql`row.page_id`)}
    )`;

/** The event of a message that has come to a state: each state is told once. */
export const stateEvent = (messageId: number, status: string): string => `evt_${messageId}-${status}`;

/**
 * Tells the endpoints of these pages of the messages in `changed`, a table with page_id, id and the new status. Part of
 * the statement that changes them, left out if none of its pages has an endpoint for states.
 */
export const insertStateEventsCte = (changed: Sql, pageIds: readonly string[]): Sql => sql`
    told_states as (
      insert into ${target}
      select messages.page_id, endpoint.id, 'evt_' || changed.id || '-' || changed.status,
             'message.' || changed.status, messages.psid, changed.id, '{}', ${instant}, ${instant}
        from ${changed} as changed
        join unnest(${pagesOf(pageIds.map((pageId) => ({ pageId })))}) as told (page_id)
          on told.page_id = changed.page_id
        join messages on messages.page_id = told.page_id and messages.id = changed.id
        join event_endpoints as endpoint
          on ${isWanted(sql`messages.page_id`, sql`'message.' || changed.status`)}
       where messages.content ->> 'type' not in ('comment_action', 'reaction', 'control_pass')
          on conflict do nothing
    )`;

/** An event of the page itself. One that was told before is not told again. */
export async function insertPageEvent(
  db: Db,
  pageId: string,
  { event, type, data }: Pick<EventRow, "event" | "type" | "data">,
): Promise<void> {
  await db.count(sql`
    insert into ${target}
    select endpoint.page_id, endpoint.id, ${event}::text, ${type}::text, '', null, ${json(data)}, ${instant}, ${instant}
      from event_endpoints as endpoint
     where ${isWanted(sql`${pageId}`, sql`${type}::text`)}
        on conflict do nothing`);
}

export async function insertTestEvent(
  db: Db,
  pageId: string,
  { endpointId, id }: { endpointId: number; id: number },
): Promise<string> {
  const event = `evt_${id}-test`;
  await db.count(sql`
    insert into ${target}
    values (${pageId}, ${endpointId}, ${event}, 'test', '', null, '{}', ${instant}, ${instant})`);
  return event;
}

export type DueEvent = { pageId: string; endpointId: number; event: string };

export type EventDelivery = {
  event: string;
  type: SentEventType;
  psid: string;
  about: number | null;
  data: Record<string, unknown>;
  at: Date;
  attempts: number;
  isDone: boolean;
  dueAt: Date | null;
  answer: string | null;
  triedAt: Date | null;
};

export type ClaimedEvent = DueEvent & Pick<EventDelivery, "type" | "psid" | "about" | "data" | "at" | "attempts">;

/** Events that are due, those that have waited longest first. Those of the named endpoints are left out. */
export function listDueEvents(
  db: Db,
  { limit, endpointIds }: { limit: number; endpointIds: number[] },
): Promise<DueEvent[]> {
  return db.many(sql`
    select page_id, endpoint_id, event from event_deliveries
     where due_at <= now() and endpoint_id <> all (${endpointIds}::bigint[])
     order by due_at
     limit ${limit}`);
}

/** Longer than any attempt takes. If the node dies, another one claims the event after that. */
const claimSeconds = 60;

/** Claims those that no other node has claimed since they were read. */
export function claimEvents(db: Db, due: DueEvent[]): Promise<ClaimedEvent[]> {
  return rowsByPage(
    db,
    due,
    ({ pageId }) => pageId,
    (due) => claimTogether(db, due),
  );
}

function claimTogether(db: Db, due: DueEvent[]): Promise<ClaimedEvent[]> {
  if (due.length === 0) return Promise.resolve([]);
  const [endpointIds, events] = [due.map(({ endpointId }) => endpointId), due.map(({ event }) => event)];
  return db.many(sql`
    with free as materialized (
      select delivery.page_id, delivery.endpoint_id, delivery.event
        from unnest(${pagesOf(due)}, ${endpointIds}::bigint[], ${events}::text[]) as due (page_id, endpoint_id, event)
        join event_deliveries as delivery
          on delivery.page_id = due.page_id and delivery.endpoint_id = due.endpoint_id and delivery.event = due.event
       where due_at <= now()
         for update of delivery skip locked
    )
    update event_deliveries as delivery
       set due_at = now() + ${claimSeconds} * interval '1 second', attempts = attempts + 1
      from free
     where delivery.page_id = free.page_id and delivery.endpoint_id = free.endpoint_id and delivery.event = free.event
 returning delivery.page_id, delivery.endpoint_id, delivery.event, type, psid, about, data, at, attempts`);
}

/** How an attempt ended: it arrived, is tried again after some seconds or, with null, never. */
type EventOutcome = { isDone: true; answer: string } | { isDone: false; answer: string; waitSeconds: number | null };

export async function saveEventOutcome(
  db: Db,
  { pageId, endpointId, event }: DueEvent,
  outcome: EventOutcome,
): Promise<void> {
  const waitSeconds = outcome.isDone ? null : outcome.waitSeconds;
  await db.count(sql`
    update event_deliveries
       set is_done = ${outcome.isDone}, answer = ${outcome.answer}, tried_at = now(),
           due_at = now() + ${waitSeconds}::float8 * interval '1 second'
     where page_id = ${pageId} and endpoint_id = ${endpointId} and event = ${event}`);
}

/** Gives up everything that waits for an endpoint. It can be sent again by hand. */
export async function giveUpEvents(db: Db, pageId: string, endpointId: number): Promise<void> {
  await db.count(sql`
    update event_deliveries set due_at = null, answer = coalesce(answer, 'stopped')
     where page_id = ${pageId} and endpoint_id = ${endpointId} and due_at is not null`);
}

export async function deleteEventsOf(db: Db, pageId: string, endpointId: number): Promise<void> {
  await db.count(sql`delete from event_deliveries where page_id = ${pageId} and endpoint_id = ${endpointId}`);
}

const columns = sql`event, type, psid, about, data, at, attempts, is_done, due_at, answer, tried_at`;

export type DeliveryState = "waiting" | "done" | "failed";

const hasState: Record<DeliveryState, Sql> = {
  waiting: sql`and due_at is not null`,
  done: sql`and is_done`,
  failed: sql`and due_at is null and not is_done`,
};

export type DeliveryPlace = { at: Date; event: string };

/** Newest first. */
export function listDeliveries(
  db: Db,
  pageId: string,
  endpointId: number,
  { state, before, limit }: { state: DeliveryState | null; before: DeliveryPlace | null; limit: number },
): Promise<EventDelivery[]> {
  return db.many(sql`
    select ${columns} from event_deliveries
     where page_id = ${pageId} and endpoint_id = ${endpointId} ${state ? hasState[state] : sql``}
           ${before ? sql`and (at, event) < (${before.at}, ${before.event})` : sql``}
     order by at desc, event desc
     limit ${limit}`);
}

export function findDelivery(db: Db, { pageId, endpointId, event }: DueEvent): Promise<EventDelivery | undefined> {
  return db.find(sql`
    select ${columns} from event_deliveries
     where page_id = ${pageId} and endpoint_id = ${endpointId} and event = ${event}`);
}

/** Sends one event again, or the oldest of those that were given up. Returns how many. */
export function replayEvents(
  db: Db,
  pageId: string,
  endpointId: number,
  which: { event: string } | { limit: number },
): Promise<number> {
  const isMeant =
    "event" in which
      ? sql`event = ${which.event}`
      : sql`event in (select event from event_deliveries
                       where page_id = ${pageId} and endpoint_id = ${endpointId} and due_at is null and not is_done
                       order by at, event
                       limit ${which.limit})`;
  return db.count(sql`
    update event_deliveries set due_at = now(), attempts = 0
     where page_id = ${pageId} and endpoint_id = ${endpointId} and ${isMeant}`);
}

/** How many events of each endpoint wait, and how many were given up. */
export function countDeliveries(
  db: Db,
  pageId: string,
): Promise<{ endpointId: number; waiting: number; failed: number }[]> {
  return db.many(sql`
    select endpoint_id, count(*) filter (where due_at is not null)::int as waiting,
           count(*) filter (where due_at is null)::int as failed
      from event_deliveries
     where page_id = ${pageId} and not is_done
     group by endpoint_id`);
}

/** Deletes a bounded number of a page's old events, the oldest first. Returns how many. */
export function deleteOldEvents(
  db: Db,
  pageId: string,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  return db.count(sql`
    delete from event_deliveries
     where page_id = ${pageId}
       and (endpoint_id, event) in (select endpoint_id, event from event_deliveries
                                     where page_id = ${pageId} and at < now() - make_interval(days => ${days})
                                     order by at
                                     limit ${limit})`);
}
