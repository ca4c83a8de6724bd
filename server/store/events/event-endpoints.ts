import type { EventType } from "@banter/core/events/event-type.ts";
import type { Db } from "../db/db.ts";
import { isStale, openJson, sealJson } from "../db/sealed.ts";
import { type Sql, sql } from "../db/sql.ts";

/** A secret signs until then; the newest has no end. */
export type EndpointSecret = { key: string; until: number | null };

/** The address and the secrets, newest first. They are stored sealed. */
export type EndpointTarget = { url: string; secrets: EndpointSecret[] };

export type EventEndpoint = {
  id: number;
  name: string;
  /** Null if the key that it was sealed with is missing. */
  target: EndpointTarget | null;
  types: EventType[];
  isOn: boolean;
  stoppedBecause: "failing" | "gone" | null;
  failingSince: Date | null;
  failure: string | null;
  createdAt: Date;
};

const columns = sql`id, name, target, types, is_on, stopped_because, failing_since, failure, created_at`;

const placeOf = (pageId: string, id: number) => `event endpoint ${id} of ${pageId}`;

type Stored = Omit<EventEndpoint, "target"> & { target: unknown };

function opened(db: Db, pageId: string, endpoint: Stored): EventEndpoint {
  const target = openJson(db, endpoint.target, placeOf(pageId, endpoint.id)) as EndpointTarget | undefined;
  return { ...endpoint, target: target ?? null };
}

/** Oldest first. */
export async function listEndpoints(db: Db, pageId: string): Promise<EventEndpoint[]> {
  const rows = await db.many<Stored>(sql`select ${columns} from event_endpoints where page_id = ${pageId} order by id`);
  return rows.map((row) => opened(db, pageId, row));
}

export async function findEndpoint(db: Db, pageId: string, id: number): Promise<EventEndpoint | undefined> {
  const row = await db.find<Stored>(sql`
    select ${columns} from event_endpoints where page_id = ${pageId} and id = ${id}`);
  return row && opened(db, pageId, row);
}

/** The types of events that anybody wants of a page, for its set-up. */
export const wantedTypeRows = (pageId: Sql): Sql => sql`
  select distinct unnest(types) as type from event_endpoints where event_endpoints.page_id = ${pageId} and is_on`;

export async function insertEndpoint(
  db: Db,
  pageId: string,
  { id, name, target, types }: { id: number; name: string; target: EndpointTarget; types: EventType[] },
): Promise<void> {
  await db.count(sql`
    insert into event_endpoints (page_id, id, name, target, types)
    values (${pageId}, ${id}, ${name}, ${sealJson(db, target, placeOf(pageId, id))}, ${types})`);
}

/** An endpoint that is turned on starts with a clean slate. */
export async function updateEndpoint(
  db: Db,
  pageId: string,
  { id, name, target, types, isOn }: Pick<EventEndpoint, "id" | "name" | "types" | "isOn"> & { target: EndpointTarget },
): Promise<void> {
  await db.count(sql`
    update event_endpoints
       set name = ${name}, target = ${sealJson(db, target, placeOf(pageId, id))}, types = ${types},
           failing_since = case when is_on then failing_since end, failure = case when is_on then failure end,
           stopped_because = case when not ${isOn} then stopped_because end, is_on = ${isOn}
     where page_id = ${pageId} and id = ${id}`);
}

export async function deleteEndpoint(db: Db, pageId: string, id: number): Promise<void> {
  await db.count(sql`delete from event_endpoints where page_id = ${pageId} and id = ${id}`);
}

/** Records that an attempt has failed. Returns for how many seconds nothing has arrived. */
export async function setFailing(db: Db, pageId: string, id: number, failure: string): Promise<number> {
  const row = await db.find<{ seconds: number }>(sql`
    with failing as (
      update event_endpoints set failing_since = least(failing_since, now()), failure = ${failure}
       where page_id = ${pageId} and id = ${id}
      returning failing_since
    )
    select extract(epoch from now() - failing_since)::float8 as seconds from failing`);
  return row?.seconds ?? 0;
}

export async function clearFailure(db: Db, pageId: string, id: number): Promise<void> {
  await db.count(sql`
    update event_endpoints set failing_since = null, failure = null
     where page_id = ${pageId} and id = ${id} and failing_since is not null`);
}

/** Returns false if it was off already, so that one of several failures tells of it. */
export async function stopEndpoint(
  db: Db,
  pageId: string,
  id: number,
  because: NonNullable<EventEndpoint["stoppedBecause"]>,
): Promise<boolean> {
  const stopped = await db.count(sql`
    update event_endpoints set is_on = false, stopped_because = ${because}
     where page_id = ${pageId} and id = ${id} and is_on`);
  return stopped > 0;
}

/** Seals targets that are readable or sealed with an earlier key, a few at a time. Returns how many it sealed. */
export async function resealEndpoints(db: Db, limit: number): Promise<number> {
  const stale = await db.many<{ pageId: string; id: number; target: unknown; stored: string }>(sql`
    select page_id, id, target, target::text as stored
      from event_endpoints
     where ${isStale(db, sql`target`)}
     order by page_id, id
     limit ${limit}`);
  let count = 0;
  for (const { pageId, id, target, stored } of stale) {
    const value = openJson(db, target, placeOf(pageId, id));
    if (value === undefined) continue;
    count += await db.count(sql`
      update event_endpoints set target = ${sealJson(db, value, placeOf(pageId, id))}
       where page_id = ${pageId} and id = ${id} and target::text = ${stored}`);
  }
  return count;
}
