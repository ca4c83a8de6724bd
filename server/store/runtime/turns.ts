import type { ConversationEvent } from "@banter/core/flow/event.ts";
import type { Db } from "../db/db.ts";
import { json, rowsOfPages, type Sql, sql, timestamp } from "../db/sql.ts";
import { isAllowed } from "./allowed-pages.ts";
import { fence, isFenced, type Lease } from "./leases.ts";

export type TurnRow = {
  page_id: string;
  id: number;
  psid: string;
  send_id: number | null;
  event: unknown;
  trace: unknown;
};

export const insertTurnsCte = (turns: TurnRow[], now: number) => sql`
    saved_turns as (
      insert into turns (page_id, id, psid, send_id, at, event, trace)
      select page_id, id, psid, send_id, ${timestamp(now)}, event, trace
        from ${rowsOfPages(turns)}
               as row (page_id text, id bigint, psid text, send_id bigint, event json, trace json)
       where ${isAllowed(sql`page_id`)}
    )`;

/** The platform's id of the customer's last message or press, if it is among their 50 newest turns. */
export async function findLastKey(db: Db, pageId: string, psid: string): Promise<string | null> {
  const row = await db.find<{ key: string }>(sql`
    select key
      from (select id, event ->> 'type' as type, event ->> 'key' as key from turns
             where page_id = ${pageId} and psid = ${psid}
             order by id desc
             limit 50) as newest
     where type in ('message', 'press', 'referral') and key is not null
     order by id desc
     limit 1`);
  return row?.key ?? null;
}

/** The place in a trace of OpenTelemetry of the turn that made a message. */
export async function findTraceparent(db: Db, pageId: string, messageId: number): Promise<string | undefined> {
  const row = await db.find<{ place: string | null }>(sql`
    select trace ->> 'traceparent' as place
      from messages join turns on turns.page_id = messages.page_id and turns.id = messages.turn_id
     where messages.page_id = ${pageId} and messages.id = ${messageId}`);
  return row?.place ?? undefined;
}

/** Turns without a message, such as sends, among which the newest messages are looked for. */
const maxLookedAt = 20_000;

/** The newest messages that customers have written, newest first. */
export function listReceivedTexts(db: Db, pageId: string, limit: number): Promise<{ at: Date; text: string }[]> {
  return db.many(sql`
    select at, event ->> 'text' as text
      from (select id, at, event from turns where page_id = ${pageId} order by id desc limit ${maxLookedAt}) as newest
     where event ->> 'type' = 'message' and event ->> 'text' <> ''
     order by id desc
     limit ${limit}`);
}

/** Messages further back are not looked for: platforms let people change new ones only. */
const changeable = 1000;

/** A message by the platform's id of it. */
type ByKey = { pageId: string; psid: string; platformId: string };
type TurnOf<Event> = { pageId: string; id: number; psid: string } & Event;

/**
 * Erases messages that customers, or people in the platform's inbox, have deleted: their text, and the traces, which
 * quote it. Returns their turns and what was written.
 */
export async function redactTurns(db: Db, leases: Lease[], deletions: ByKey[]): Promise<TurnOf<{ text: string }>[]> {
  return db.many(sql`
    with ${fence(leases)}, taken_back as (
      select asked.page_id, newest.id, coalesce(event ->> 'text', '') as text,
             case when event ->> 'type' = 'takeover'
                  then json_build_object('type', 'takeover', 'pausedSeconds', event -> 'pausedSeconds', 'text', '',
                                         'key', event ->> 'key', 'isDeleted', true)
                  else json_build_object('type', event ->> 'type', 'text', '', 'key', event ->> 'key',
                                         'isDeleted', true) end as event,
             json_build_object('outcome', trace ->> 'outcome') as trace
        from ${changedTurns(deletions)}
       where newest.key = asked.key and ${isFenced(sql`asked.page_id`)}
    )
    update turns
       set event = taken_back.event, trace = taken_back.trace
      from taken_back
     where turns.page_id = taken_back.page_id and turns.id = taken_back.id and ${hasWords}
    returning turns.page_id, turns.id, turns.psid, taken_back.text`);
}

type WrittenEvent = Extract<ConversationEvent, { type: "message" | "takeover" }>;

/** The messages with these platform ids, as they were written. */
export function listWritten(db: Db, leases: Lease[], asked: ByKey[]): Promise<TurnOf<{ event: WrittenEvent }>[]> {
  return db.many(sql`
    with ${fence(leases)}
    select asked.page_id, newest.id, asked.psid, newest.event
      from ${changedTurns(asked)}
     where (newest.key = asked.key or ${isInAlbum}) and newest.event ->> 'type' in ('message', 'takeover')
           and ${isFenced(sql`asked.page_id`)}`);
}

type Album = { event: Extract<ConversationEvent, { type: "message" }> };

/** The albums with an attachment that came with one of these messages. */
export function listAlbums(db: Db, leases: Lease[], asked: ByKey[]): Promise<TurnOf<Album>[]> {
  return db.many(sql`
    with ${fence(leases)}
    select asked.page_id, newest.id, asked.psid, newest.event
      from ${changedTurns(asked)}
     where ${isInAlbum} and ${isFenced(sql`asked.page_id`)}`);
}

/** True of a turn of `newest` with an attachment that came with the message in `asked`. */
const isInAlbum = sql`
  exists (select from json_array_elements(newest.event -> 'attachments') as part where part ->> 'key' = asked.key)`;

export async function saveEvent(
  db: Db,
  leases: Lease[],
  { pageId, id, event }: { pageId: string; id: number; event: WrittenEvent },
): Promise<void> {
  await db.count(sql`
    with ${fence(leases)}
    update turns set event = ${json(event)}::json
     where page_id = ${pageId} and id = ${id} and ${isFenced(sql`page_id`)}`);
}

const hasWords = sql`turns.event ->> 'type' in ('message', 'takeover')`;

/** `asked`, each with the newest turns of its customer. */
function changedTurns(asked: ByKey[]): Sql {
  const rows = asked.map(({ pageId, psid, platformId }) => ({ page_id: pageId, psid, key: platformId }));
  return sql`
    ${rowsOfPages(rows)} as asked (page_id text, psid text, key text)
       cross join lateral (select id, event, trace, event ->> 'key' as key from turns
                            where turns.page_id = asked.page_id and turns.psid = asked.psid
                            order by id desc
                            limit ${changeable}) as newest`;
}
