import { json, type Sql, sql } from "../db/sql.ts";
import type { CustomerRow, TurnRows } from "./commit.ts";
import { isTimer } from "./mailbox.ts";
import { countSent } from "./step-statistics.ts";

// The parts of the statement that commits turns, one for each table. Each writes the rows of pages in `allowed`.

const isAllowed = (pageId: Sql) => sql`${pageId} = any (array(select page_id from allowed))`;

const timeOf = (now: number) => sql`to_timestamp(${now}::float8 / 1000)`;

/** The pages of the fence without those for which a caller's token has died. */
export function liveTokens({ direct }: TurnRows): Sql {
  const given = direct.filter(({ token_hash }) => token_hash !== null);
  if (given.length === 0) return sql`allowed as materialized (select page_id from fence)`;
  const pages = given.map(({ page_id }) => page_id);
  const hashes = given.map(({ token_hash }) => token_hash);
  return sql`
    alive as materialized (
      select page_tokens.page_id, encode(hash, 'hex') as hash
        from unnest(${[...new Set(pages)].sort()}::text[]) as asked (page_id)
        join page_tokens on page_tokens.page_id = asked.page_id
         for share of page_tokens
    ), allowed as materialized (
      select page_id from fence
       where not exists (select from unnest(${pages}::text[], ${hashes}::text[]) as given (page_id, hash)
                          where given.page_id = fence.page_id
                            and not exists (select from alive
                                             where alive.page_id = given.page_id and alive.hash = given.hash))
    )`;
}

export const deleteHandledMail = ({ handled }: TurnRows) => sql`
    deleted_mail as (
      delete from mailbox
       using unnest(${handled.map(({ page_id }) => page_id)}::text[], ${handled.map(({ id }) => id)}::bigint[])
               as handled (page_id, id)
       where mailbox.page_id = handled.page_id and mailbox.id = handled.id and ${isAllowed(sql`handled.page_id`)}
    )`;

export const saveCustomers = ({ customers, now }: TurnRows) => sql`
    saved_customers as (
      insert into customers as old (page_id, psid, first_name, last_name, gender, email, phone, address, locale, timezone,
                                    ad_id, tags, fields, state, last_input_at, picture_url, unreachable)
      select page_id, psid, first_name, last_name, gender, email, phone, address, locale, timezone, ad_id, tags,
             fields, state, case when has_spoken then ${timeOf(now)} end, picture_url, unreachable
        from json_to_recordset(${json(customers.map(customerRow))})
               as row (page_id text, psid text, first_name text, last_name text, gender text, email text, phone text,
                       address text, locale text, timezone text, ad_id text, tags bigint[], fields json, state json,
                       has_spoken boolean, picture_url text, unreachable text)
       where ${isAllowed(sql`page_id`)}
          on conflict (page_id, psid) do update
         set first_name = excluded.first_name, last_name = excluded.last_name, gender = excluded.gender,
             email = excluded.email, phone = excluded.phone, address = excluded.address, locale = excluded.locale,
             timezone = excluded.timezone, ad_id = excluded.ad_id, tags = excluded.tags, fields = excluded.fields,
             state = excluded.state, last_input_at = coalesce(excluded.last_input_at, old.last_input_at),
             picture_url = coalesce(old.picture_url, excluded.picture_url),
             unreachable = nullif(coalesce(excluded.unreachable, old.unreachable), '')
    )`;

function customerRow({ firstName, lastName, adId, hasSpoken, pictureUrl, unreachable, ...customer }: CustomerRow) {
  return {
    ...customer,
    first_name: firstName,
    last_name: lastName,
    ad_id: adId,
    has_spoken: hasSpoken,
    picture_url: pictureUrl ?? null,
    // Only a change is written: delivering messages finds out about customers too. The empty text means reachable.
    unreachable: unreachable === null ? "" : (unreachable ?? null),
  };
}

export const saveTurns = ({ turns, now }: TurnRows) => sql`
    saved_turns as (
      insert into turns (page_id, id, psid, send_id, at, event, trace)
      select page_id, id, psid, send_id, ${timeOf(now)}, event, trace
        from json_to_recordset(${json(turns)})
               as row (page_id text, id bigint, psid text, send_id bigint, event json, trace json)
       where ${isAllowed(sql`page_id`)}
    )`;

export const saveKeys = ({ direct, now }: TurnRows) => sql`
    saved_keys as (
      insert into accepted_keys (page_id, key, body_hash, mail_id, accepted_at)
      select page_id, key, decode(body_hash, 'hex'), id, ${timeOf(now)}
        from json_to_recordset(${json(direct.filter(({ key }) => key !== null))})
               as row (page_id text, id bigint, key text, body_hash text)
       where ${isAllowed(sql`page_id`)}
    )`;

/** Messages that are sent by being stored are counted here, the others when their attempt has ended. */
export function saveMessages({ messages, now }: TurnRows): Sql[] {
  const isSent = messages.some(({ status }) => status === "sent");
  const failed = messages.filter(({ status }) => status === "failed");
  const saved = sql`
    saved_messages as (
      insert into messages (page_id, id, psid, turn_id, flow_id, version, step, send_id, lane, message_tag, content,
                            status, reason, attempts, created_at, sent_at)
      select page_id, id, psid, turn_id, flow_id, version, step, send_id, lane, message_tag, content, status, reason,
             attempts, ${timeOf(now)}, case when status = 'sent' then ${timeOf(now)} end
        from json_to_recordset(${json(messages)})
               as row (page_id text, id bigint, psid text, turn_id bigint, flow_id bigint, version integer, step text,
                       send_id bigint, lane text, message_tag text, content json, status text, reason text,
                       attempts smallint)
       where ${isAllowed(sql`page_id`)}
      returning page_id, id, flow_id, step, status
    )`;
  return [saved, ...(isSent ? [countSent(sql`saved_messages`)] : []), ...(failed.length > 0 ? [keepFailed] : [])];
}

const keepFailed = sql`
    kept_failed as (
      insert into message_troubles (page_id, id) select page_id, id from saved_messages where status = 'failed'
    )`;

export const countVisits = ({ visits }: TurnRows) => sql`
    counted_exits as (
      insert into step_exits as old (page_id, flow_id, step, exit, taken)
      select page_id, flow_id, step, exit, taken
        from json_to_recordset(${json(visits)}) as row (page_id text, flow_id bigint, step text, exit text, taken bigint)
       where ${isAllowed(sql`page_id`)}
          on conflict (page_id, flow_id, step, exit) do update set taken = old.taken + excluded.taken
    )`;

export const saveTimers = ({ timers }: TurnRows) => sql`
    saved_timers as (
      insert into mailbox (page_id, psid, due_at, event)
      select page_id, psid, to_timestamp(at / 1000), event
        from json_to_recordset(${json(timers)}) as row (page_id text, psid text, at float8, event json)
       where ${isAllowed(sql`page_id`)}
    )`;

export const deleteEndedTimers = ({ endedTimers }: TurnRows) => sql`
    deleted_timers as (
      delete from mailbox
       using json_to_recordset(${json(endedTimers)}) as ended (page_id text, psid text, run_id bigint, turn bigint)
       where mailbox.page_id = ended.page_id and mailbox.psid = ended.psid
         and case when ${isTimer}
                  then (event ->> 'runId')::bigint = ended.run_id and (event ->> 'turn')::bigint = ended.turn end
         and ${isAllowed(sql`ended.page_id`)}
    )`;

export const saveNotifications = ({ notifications, now }: TurnRows) => sql`
    saved_notifications as (
      insert into notifications (page_id, id, psid, flow_id, text, created_at)
      select page_id, id, psid, flow_id, text, ${timeOf(now)}
        from json_to_recordset(${json(notifications)})
               as row (page_id text, id bigint, psid text, flow_id bigint, text text)
       where ${isAllowed(sql`page_id`)}
    )`;

export const saveRequests = ({ requests }: TurnRows) => sql`
    saved_requests as (
      insert into requests (page_id, id, psid, request)
      select page_id, id, psid, request
        from json_to_recordset(${json(requests)}) as row (page_id text, id bigint, psid text, request json)
       where ${isAllowed(sql`page_id`)}
    )`;

/** Each customer counts once in a flow. */
export const savePhones = ({ phones }: TurnRows) => sql`
    saved_phones as (
      insert into flow_phone_numbers (page_id, flow_id, psid)
      select distinct page_id, flow_id, psid
        from json_to_recordset(${json(phones)}) as row (page_id text, flow_id bigint, psid text)
       where ${isAllowed(sql`page_id`)}
          on conflict do nothing
    )`;
