import type { Customer } from "@banter/core/flow/customer.ts";
import type { ConversationState } from "@banter/core/flow/state.ts";
import { type DueMail, dueMail } from "./claim.ts";
import type { Db } from "./db.ts";
import type { Lease } from "./leases.ts";
import { json, sql } from "./sql.ts";

/** Everything a batch of turns has led to. */
export type TurnCommit = {
  handled: number[];
  customers: SavedCustomer[];
  turns: SavedTurn[];
  messages: SavedMessage[];
  timers: { psid: string; at: number; event: unknown }[];
  notifications: { id: number; psid: string; flow_id: number | null; text: string }[];
  requests: { id: number; psid: string; request: unknown }[];
  phones: { flow_id: number; psid: string }[];
  now: number;
};

export type SavedCustomer = Customer & { state: ConversationState; hasSpoken: boolean };
export type SavedTurn = { id: number; psid: string; mail_id: number; event: unknown; trace: unknown };
export type SavedMessage = {
  id: number;
  psid: string;
  turn_id: number;
  flow_id: number | null;
  version: number | null;
  step: string | null;
  send_id: number | null;
  lane: "reply" | "bulk";
  message_tag: string | null;
  content: unknown;
  status: "queued" | "sending" | "sent" | "failed";
  reason: string | null;
  attempts: number;
};

/**
 * The one commit of a batch of turns of one page: one statement, so one round trip, and all of it or nothing. Returns the
 * rows that are due next, or undefined, having written nothing, where the page has changed hands. Customers among those
 * rows are as they were before this commit.
 */
export async function commitTurns(
  db: Db,
  lease: Lease,
  commit: TurnCommit,
  limit: number,
): Promise<DueMail[] | undefined> {
  const { pageId, nodeId, epoch } = lease;
  const customers = commit.customers.map(customerRow);
  const rows = await db.many<DueMail & { fenced: boolean }>(sql`
    with fence as materialized (
      select page_id, to_timestamp(${commit.now}::float8 / 1000) as now
        from page_leases
       where page_id = ${pageId} and node_id = ${nodeId} and epoch = ${epoch}
         for share
    ), deleted as (
      delete from mailbox using fence
       where mailbox.page_id = ${pageId} and id = any (${commit.handled}::bigint[])
    ), saved_customers as (
      insert into customers as old (page_id, psid, first_name, last_name, gender, email, phone, address, locale, timezone,
                                    ad_id, tags, fields, state, last_input_at)
      select fence.page_id, psid, first_name, last_name, gender, email, phone, address, locale, timezone, ad_id, tags,
             fields, state, case when has_spoken then now end
        from fence,
             json_to_recordset(${json(customers)})
               as row (psid text, first_name text, last_name text, gender text, email text, phone text, address text,
                       locale text, timezone text, ad_id text, tags bigint[], fields json, state json, has_spoken boolean)
          on conflict (page_id, psid) do update
         set first_name = excluded.first_name, last_name = excluded.last_name, gender = excluded.gender,
             email = excluded.email, phone = excluded.phone, address = excluded.address, locale = excluded.locale,
             timezone = excluded.timezone, ad_id = excluded.ad_id, tags = excluded.tags, fields = excluded.fields,
             state = excluded.state, last_input_at = coalesce(excluded.last_input_at, old.last_input_at)
    ), saved_turns as (
      insert into turns (page_id, id, psid, mail_id, at, event, trace)
      select fence.page_id, id, psid, mail_id, now, event, trace
        from fence,
             json_to_recordset(${json(commit.turns)})
               as row (id bigint, psid text, mail_id bigint, event json, trace json)
    ), saved_messages as (
      insert into messages (page_id, id, psid, turn_id, flow_id, version, step, send_id, lane, message_tag, content,
                            status, reason, attempts, created_at, sent_at)
      select fence.page_id, id, psid, turn_id, flow_id, version, step, send_id, lane, message_tag, content, status, reason,
             attempts, now, case when status = 'sent' then now end
        from fence,
             json_to_recordset(${json(commit.messages)})
               as row (id bigint, psid text, turn_id bigint, flow_id bigint, version integer, step text, send_id bigint,
                       lane text, message_tag text, content json, status text, reason text, attempts smallint)
      returning flow_id, status
    ), saved_timers as (
      insert into mailbox (page_id, psid, due_at, event)
      select fence.page_id, psid, to_timestamp(at / 1000), event
        from fence, json_to_recordset(${json(commit.timers)}) as row (psid text, at float8, event json)
    ), saved_notifications as (
      insert into notifications (page_id, id, psid, flow_id, text, created_at)
      select fence.page_id, id, psid, flow_id, text, now
        from fence,
             json_to_recordset(${json(commit.notifications)}) as row (id bigint, psid text, flow_id bigint, text text)
    ), saved_requests as (
      insert into requests (page_id, id, psid, request)
      select fence.page_id, id, psid, request
        from fence, json_to_recordset(${json(commit.requests)}) as row (id bigint, psid text, request json)
    ), new_phones as (
      insert into flow_phone_numbers (page_id, flow_id, psid)
      select distinct fence.page_id, flow_id, psid
        from fence, json_to_recordset(${json(commit.phones)}) as row (flow_id bigint, psid text)
          on conflict do nothing
      returning flow_id
    ), counted as (
      insert into flow_statistics as old (page_id, flow_id, sent, total_phone_number)
      select ${pageId}, flow_id, sum(sent), sum(phones)
        from (select flow_id, 1 as sent, 0 as phones from saved_messages where status = 'sent' and flow_id is not null
              union all
              select flow_id, 0, 1 from new_phones) as counts
       group by flow_id
          on conflict (page_id, flow_id) do update
         set sent = old.sent + excluded.sent,
             total_phone_number = old.total_phone_number + excluded.total_phone_number
    )
    select fenced, due.*
      from (select exists (select from fence) as fenced) as fenced
      left join (${dueMail(pageId, { limit, except: commit.handled })}) as due on fenced`);
  const [first] = rows;
  if (!first?.fenced) return undefined;
  return first.id === null ? [] : rows;
}

function customerRow({ firstName, lastName, adId, hasSpoken, ...customer }: SavedCustomer) {
  return { ...customer, first_name: firstName, last_name: lastName, ad_id: adId, has_spoken: hasSpoken };
}
