import type { SavedMessage, TurnCommit } from "./commit.ts";
import { empty, json, sql } from "./sql.ts";

// What most batches have none of stands in the statement of those that do: fewer than a dozen texts to be prepared, and
// nothing run in vain.

/** Two who store the same key at once are told apart by the key's uniqueness. */
export const mayComeStraight = (pageId: string, { straight, handled }: TurnCommit) => {
  const psids = [...new Set(straight.map(({ psid }) => psid))];
  const keys = straight.flatMap(({ key }) => key ?? []);
  const tokens = [...new Set(straight.flatMap(({ tokenHash }) => tokenHash ?? []))];
  return sql`
       where not exists (select from mailbox
                          where page_id = ${pageId} and due_at <= statement_timestamp()
                            and id <> all (${handled}::bigint[]) and psid = any (${psids}))
       ${keys.length > 0 ? sql`and not exists (select from accepted_keys where page_id = ${pageId} and key = any (${keys}))` : empty}
       ${tokens.length > 0 ? sql`and ${tokens.length} = (select count(*) from (select from page_tokens where page_id = ${pageId} and encode(hash, 'hex') = any (${tokens}) for share) as alive)` : empty}`;
};

export const saveKeys = ({ straight }: TurnCommit) => {
  const rows = straight.flatMap(({ id, key, bodyHash }) => (key === null ? [] : { id, key, body_hash: bodyHash }));
  return sql`
    , saved_keys as (
      insert into accepted_keys (page_id, key, body_hash, mail_id, accepted_at)
      select page_id, key, decode(body_hash, 'hex'), id, now
        from fence, json_to_recordset(${json(rows)}) as row (id bigint, key text, body_hash text)
    )`;
};

/** Those that are sent by being stored are counted here, the others when their attempt has ended. */
export const saveMessages = ({ messages }: TurnCommit) => sql`
    , saved_messages as (
      insert into messages (page_id, id, psid, turn_id, flow_id, version, step, send_id, lane, message_tag, content,
                            status, reason, attempts, created_at, sent_at)
      select fence.page_id, id, psid, turn_id, flow_id, version, step, send_id, lane, message_tag, content, status, reason,
             attempts, now, case when status = 'sent' then now end
        from fence,
             json_to_recordset(${json(messages)})
               as row (id bigint, psid text, turn_id bigint, flow_id bigint, version integer, step text, send_id bigint,
                       lane text, message_tag text, content json, status text, reason text, attempts smallint)
      ${messages.some(({ status }) => status === "sent") ? countedAsSent : empty}
    )
    ${messages.some(({ status }) => status === "failed") ? troubled(messages) : empty}`;

const countedAsSent = sql`
      returning page_id, flow_id, step, status
    ), counted_sent as (
      insert into step_statistics as old (page_id, flow_id, step, sent)
      select page_id, flow_id, coalesce(step, ''), count(*)
        from saved_messages
       where status = 'sent' and flow_id is not null
       group by page_id, flow_id, coalesce(step, '')
          on conflict (page_id, flow_id, step) do update set sent = old.sent + excluded.sent`;

const troubled = (messages: SavedMessage[]) => sql`
    , troubled as (
      insert into message_troubles (page_id, id)
      select page_id, unnest(${messages.flatMap(({ id, status }) => (status === "failed" ? id : []))}::bigint[])
        from fence
    )`;

export const countVisits = ({ visits }: TurnCommit) => sql`
    , counted_exits as (
      insert into step_exits as old (page_id, flow_id, step, exit, taken)
      select page_id, flow_id, step, exit, taken
        from fence,
             json_to_recordset(${json(visits)}) as row (flow_id bigint, step text, exit text, taken bigint)
          on conflict (page_id, flow_id, step, exit) do update set taken = old.taken + excluded.taken
    )`;

export const saveTimers = ({ timers }: TurnCommit) => sql`
    , saved_timers as (
      insert into mailbox (page_id, psid, due_at, event)
      select fence.page_id, psid, to_timestamp(at / 1000), event
        from fence, json_to_recordset(${json(timers)}) as row (psid text, at float8, event json)
    )`;

export const saveNotifications = ({ notifications }: TurnCommit) => sql`
    , saved_notifications as (
      insert into notifications (page_id, id, psid, flow_id, text, created_at)
      select fence.page_id, id, psid, flow_id, text, now
        from fence,
             json_to_recordset(${json(notifications)}) as row (id bigint, psid text, flow_id bigint, text text)
    )`;

export const saveRequests = ({ requests }: TurnCommit) => sql`
    , saved_requests as (
      insert into requests (page_id, id, psid, request)
      select fence.page_id, id, psid, request
        from fence, json_to_recordset(${json(requests)}) as row (id bigint, psid text, request json)
    )`;

/** Each customer counts once a flow. */
export const savePhones = ({ phones }: TurnCommit) => sql`
    , saved_phones as (
      insert into flow_phone_numbers (page_id, flow_id, psid)
      select distinct fence.page_id, flow_id, psid
        from fence, json_to_recordset(${json(phones)}) as row (flow_id bigint, psid text)
          on conflict do nothing
    )`;
