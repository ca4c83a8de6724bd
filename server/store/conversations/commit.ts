import type { Customer } from "@banter/core/flow/customer.ts";
import type { ConversationState } from "@banter/core/flow/state.ts";
import type { Db } from "../db/db.ts";
import { type Sql, sql } from "../db/sql.ts";
import {
  countVisits,
  deleteEndedTimers,
  deleteHandledMail,
  liveTokens,
  saveCustomers,
  saveKeys,
  saveMessages,
  saveNotifications,
  savePhones,
  saveRequests,
  saveTimers,
  saveTurns,
} from "./commit-parts.ts";
import { fence, type Lease } from "./leases.ts";

/** All rows that a batch of turns writes. Every row names its page. */
export type TurnRows = {
  /** Mail from the mailbox that has been handled. */
  handled: { page_id: string; id: number }[];
  /** Direct mail, which only this commit stores. */
  direct: DirectMailRow[];
  customers: CustomerRow[];
  turns: TurnRow[];
  messages: MessageRow[];
  timers: { page_id: string; psid: string; at: number; event: unknown }[];
  /** Timers of waits that have ended: they would do nothing when they are due. */
  endedTimers: { page_id: string; psid: string; run_id: number; turn: number }[];
  notifications: { page_id: string; id: number; psid: string; flow_id: number | null; text: string }[];
  requests: { page_id: string; id: number; psid: string; request: unknown }[];
  phones: { page_id: string; flow_id: number; psid: string }[];
  /** How often each exit of a step was taken; the exit '' counts how often the step was entered. */
  visits: { page_id: string; flow_id: number; step: string; exit: string; taken: number }[];
  /** The time of the turns, in epoch milliseconds of the database's clock. */
  now: number;
};

/** `key` marks mail that must not be handled twice; `body_hash` and `token_hash` are hexadecimal. */
export type DirectMailRow = {
  page_id: string;
  id: number;
  key: string | null;
  body_hash: string | null;
  token_hash: string | null;
};

export type CustomerRow = { page_id: string } & Customer & {
    state: ConversationState;
    hasSpoken: boolean;
    /** Kept where none is known. */
    pictureUrl?: string;
    /** Why the customer cannot be reached, or null for can; undefined leaves the stored value. */
    unreachable?: string | null;
  };

export type TurnRow = {
  page_id: string;
  id: number;
  psid: string;
  send_id: number | null;
  event: unknown;
  trace: unknown;
};

export type MessageRow = {
  page_id: string;
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

/** `refused`: nothing of the page was written, because the token of a piece of direct mail is dead. */
export type CommitAnswer = { committed: Set<string>; refused: Set<string> };

/**
 * The one commit of a batch of turns of many pages: one statement, so one round trip, and for each page all of it or
 * nothing. A page that has changed owner is in neither set of the answer, and none of its rows are written.
 */
export async function commitTurns(db: Db, leases: Lease[], rows: TurnRows): Promise<CommitAnswer> {
  const parts = partsOf(rows).reduce((before, part) => sql`${before}, ${part}`);
  const pages = await db.many<{ pageId: string; isAllowed: boolean }>(sql`
    with ${fence(leases)}, ${liveTokens(rows)}, ${parts}
    select page_id, page_id = any (array(select page_id from allowed)) as is_allowed from fence`);
  const setOf = (isAllowed: boolean) =>
    new Set(pages.flatMap((page) => (page.isAllowed === isAllowed ? page.pageId : [])));
  return { committed: setOf(true), refused: setOf(false) };
}

/** A part without rows is left out, so that the common batches have short statements. */
function partsOf(rows: TurnRows): Sql[] {
  return [
    saveCustomers(rows),
    saveTurns(rows),
    ...(rows.handled.length > 0 ? [deleteHandledMail(rows)] : []),
    ...(rows.direct.some(({ key }) => key !== null) ? [saveKeys(rows)] : []),
    ...(rows.messages.length > 0 ? saveMessages(rows) : []),
    ...(rows.visits.length > 0 ? [countVisits(rows)] : []),
    ...(rows.timers.length > 0 ? [saveTimers(rows)] : []),
    ...(rows.endedTimers.length > 0 ? [deleteEndedTimers(rows)] : []),
    ...(rows.notifications.length > 0 ? [saveNotifications(rows)] : []),
    ...(rows.requests.length > 0 ? [saveRequests(rows)] : []),
    ...(rows.phones.length > 0 ? [savePhones(rows)] : []),
  ];
}
