import type { Customer } from "@banter/core/flow/customer.ts";
import type { ConversationState } from "@banter/core/flow/state.ts";
import { type DueMail, dueMail } from "./claim.ts";
import {
  countVisits,
  mayComeStraight,
  saveKeys,
  saveMessages,
  saveNotifications,
  savePhones,
  saveRequests,
  saveTimers,
} from "./commit-parts.ts";
import type { Db } from "./db.ts";
import type { Lease } from "./leases.ts";
import { empty, json, sql } from "./sql.ts";

/** Everything a batch of turns has led to. */
export type TurnCommit = {
  /** Mail out of the mailbox. */
  handled: number[];
  /** Mail that comes straight, and is stored by this commit alone. */
  straight: StraightMail[];
  customers: SavedCustomer[];
  turns: SavedTurn[];
  messages: SavedMessage[];
  timers: { psid: string; at: number; event: unknown }[];
  notifications: { id: number; psid: string; flow_id: number | null; text: string }[];
  requests: { id: number; psid: string; request: unknown }[];
  phones: { flow_id: number; psid: string }[];
  /** How often each way out of a step was taken; the way '' counts how often the step was entered. */
  visits: { flow_id: number; step: string; exit: string; taken: number }[];
  now: number;
};

/** `key` marks what must not be handled twice; `bodyHash` and `tokenHash` are hexadecimal. */
export type StraightMail = {
  id: number;
  psid: string;
  key: string | null;
  bodyHash: string | null;
  tokenHash: string | null;
};

export type SavedCustomer = Customer & {
  state: ConversationState;
  hasSpoken: boolean;
  /** Kept where none is known. */
  pictureUrl?: string;
  /** Why the customer cannot be reached, or null for can; undefined leaves what is known. */
  unreachable?: string | null;
};
export type SavedTurn = { id: number; psid: string; send_id: number | null; event: unknown; trace: unknown };
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
 * rows that are due next; customers among them are as they were before this commit. Where nothing was written, says why:
 * the page has changed hands, or straight mail must go through the mailbox, since it was known already, or its token is
 * dead, or earlier mail of its customer is there.
 */
export async function commitTurns(
  db: Db,
  lease: Lease,
  commit: TurnCommit,
  next: { limit: number; isPaused: boolean },
): Promise<DueMail[] | "lost" | "refused"> {
  const { pageId, nodeId, epoch } = lease;
  const customers = commit.customers.map(customerRow);
  const rows = await db.many<DueMail & { isOurs: boolean; fenced: boolean }>(sql`
    with lease as materialized (
      select page_id, to_timestamp(${commit.now}::float8 / 1000) as now
        from page_leases
       where page_id = ${pageId} and node_id = ${nodeId} and epoch = ${epoch}
         for share
    ), fence as materialized (
      select page_id, now from lease ${commit.straight.length > 0 ? mayComeStraight(pageId, commit) : empty}
    ), deleted as (
      delete from mailbox using fence
       where mailbox.page_id = ${pageId} and id = any (${commit.handled}::bigint[])
    ), saved_customers as (
      insert into customers as old (page_id, psid, first_name, last_name, gender, email, phone, address, locale, timezone,
                                    ad_id, tags, fields, state, last_input_at, picture_url, unreachable)
      select fence.page_id, psid, first_name, last_name, gender, email, phone, address, locale, timezone, ad_id, tags,
             fields, state, case when has_spoken then now end, picture_url, unreachable
        from fence,
             json_to_recordset(${json(customers)})
               as row (psid text, first_name text, last_name text, gender text, email text, phone text, address text,
                       locale text, timezone text, ad_id text, tags bigint[], fields json, state json, has_spoken boolean,
                       picture_url text, unreachable text)
          on conflict (page_id, psid) do update
         set first_name = excluded.first_name, last_name = excluded.last_name, gender = excluded.gender,
             email = excluded.email, phone = excluded.phone, address = excluded.address, locale = excluded.locale,
             timezone = excluded.timezone, ad_id = excluded.ad_id, tags = excluded.tags, fields = excluded.fields,
             state = excluded.state, last_input_at = coalesce(excluded.last_input_at, old.last_input_at),
             picture_url = coalesce(old.picture_url, excluded.picture_url),
             unreachable = nullif(coalesce(excluded.unreachable, old.unreachable), '')
    ), saved_turns as (
      insert into turns (page_id, id, psid, send_id, at, event, trace)
      select fence.page_id, id, psid, send_id, now, event, trace
        from fence,
             json_to_recordset(${json(commit.turns)})
               as row (id bigint, psid text, send_id bigint, event json, trace json)
    )
    ${commit.straight.some(({ key }) => key !== null) ? saveKeys(commit) : empty}
    ${commit.messages.length > 0 ? saveMessages(commit) : empty}
    ${commit.visits.length > 0 ? countVisits(commit) : empty}
    ${commit.timers.length > 0 ? saveTimers(commit) : empty}
    ${commit.notifications.length > 0 ? saveNotifications(commit) : empty}
    ${commit.requests.length > 0 ? saveRequests(commit) : empty}
    ${commit.phones.length > 0 ? savePhones(commit) : empty}
    select is_ours, fenced, due.*
      from (select exists (select from lease) as is_ours, exists (select from fence) as fenced) as fenced
      left join (${dueMail(pageId, { ...next, except: commit.handled })}) as due on fenced`);
  const [first] = rows;
  if (!first?.fenced) return first?.isOurs ? "refused" : "lost";
  return first.id === null ? [] : rows;
}

function customerRow({ firstName, lastName, adId, hasSpoken, pictureUrl, unreachable, ...customer }: SavedCustomer) {
  return {
    ...customer,
    first_name: firstName,
    last_name: lastName,
    ad_id: adId,
    has_spoken: hasSpoken,
    picture_url: pictureUrl ?? null,
    // Only what has changed is written: the delivery of messages finds out about customers too.
    unreachable: unreachable === null ? "" : (unreachable ?? null),
  };
}
