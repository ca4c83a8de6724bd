import { type ChangedCustomer, insertChangesCte } from "../customers/customer-changes.ts";
import type { Db } from "../db/db.ts";
import { type Sql, sql } from "../db/sql.ts";
import { type EventRow, insertEventsCte } from "../events/event-deliveries.ts";
import { insertNotificationsCte, type NotificationRow } from "../notifications/notifications.ts";
import { type AcceptedKeyRow, insertKeysCte } from "./accepted-keys.ts";
import { allowedPagesCte, type GivenToken } from "./allowed-pages.ts";
import { type CustomerRow, saveCustomersCte } from "./customers.ts";
import { type PhoneRow, savePhonesCte } from "./flow-phone-numbers.ts";
import { deleteHandOversCte, type EndedHandOverRow, type HandOverRow, saveHandOversCte } from "./hand-overs.ts";
import { fence, type Lease } from "./leases.ts";
import {
  deleteEndedTimersCte,
  deleteHandledMailCte,
  type EndedTimerRow,
  type HandledMailRow,
  insertTimersCte,
  type TimerRow,
} from "./mailbox.ts";
import { insertMessagesCte, type MessageRow } from "./messages/messages.ts";
import { insertRequestsCte, type RequestRow } from "./requests.ts";
import { countSentCte } from "./step-statistics.ts";
import { insertTurnsCte, type TurnRow } from "./turns.ts";
import { listFailedCte } from "./undelivered.ts";

/** All rows that a batch of turns writes. Every row names its page. */
export type TurnRows = {
  /** Mail from the mailbox that has been handled. */
  handled: HandledMailRow[];
  direct: DirectMailRow[];
  customers: CustomerRow[];
  turns: TurnRow[];
  messages: MessageRow[];
  timers: TimerRow[];
  endedTimers: EndedTimerRow[];
  handOvers: HandOverRow[];
  endedHandOvers: EndedHandOverRow[];
  notifications: NotificationRow[];
  requests: RequestRow[];
  /** Events for programs of the pages. */
  events: EventRow[];
  phones: PhoneRow[];
  /** Customers whose entry in the list's index must be made again. */
  customersToReindex: ChangedCustomer[];
  /** The time of the turns, in epoch milliseconds of the database's clock. */
  now: number;
};

/** Direct mail, which only this commit stores: its key, if it has one, and the token that its caller has given. */
export type DirectMailRow = AcceptedKeyRow & GivenToken;

/** `refused`: nothing of the page was written, because the token of a piece of direct mail is no longer valid. */
export type CommitAnswer = { committed: Set<string>; refused: Set<string> };

/**
 * The one commit of a batch of turns of many pages: one statement, so one round trip, and for each page all of it or
 * nothing. A page that has changed owner is in neither set of the answer, and none of its rows are written.
 */
export async function commitTurns(db: Db, leases: Lease[], rows: TurnRows): Promise<CommitAnswer> {
  const parts = partsOf(rows).reduce((before, part) => sql`${before}, ${part}`);
  const pages = await db.many<{ pageId: string; isAllowed: boolean }>(sql`
    with ${fence(leases)}, ${allowedPagesCte(rows.direct)}, ${parts}
    select page_id, page_id = any (array(select page_id from allowed)) as is_allowed from fence`);
  const setOf = (isAllowed: boolean) =>
    new Set(pages.flatMap((page) => (page.isAllowed === isAllowed ? page.pageId : [])));
  return { committed: setOf(true), refused: setOf(false) };
}

/**
 * The parts of the statement, each a CTE of the table that it writes. A part without rows is left out, so that the
 * common batches have short statements.
 */
function partsOf(rows: TurnRows): Sql[] {
  const { now } = rows;
  return [
    saveCustomersCte(rows.customers, now),
    insertTurnsCte(rows.turns, now),
    ...ifAny(rows.handled, deleteHandledMailCte),
    ...ifAny(
      rows.direct.filter(({ key }) => key !== null),
      (mail) => insertKeysCte(mail, now),
    ),
    ...ifAny(rows.messages, (messages) => insertMessagesCte(messages, now)),
    ...ifAny(
      rows.messages.filter(({ status }) => status === "sent"),
      () => countSentCte(sql`saved_messages`),
    ),
    ...ifAny(
      rows.messages.filter(({ status }) => status === "failed"),
      () => listFailedCte,
    ),
    ...ifAny(rows.timers, insertTimersCte),
    ...ifAny(rows.endedTimers, deleteEndedTimersCte),
    ...ifAny(rows.handOvers, saveHandOversCte),
    ...ifAny(rows.endedHandOvers, deleteHandOversCte),
    ...ifAny(rows.notifications, (notifications) => insertNotificationsCte(notifications, now)),
    ...ifAny(rows.requests, insertRequestsCte),
    ...ifAny(rows.events, (events) => insertEventsCte(events, now)),
    ...ifAny(rows.phones, savePhonesCte),
    ...ifAny(rows.customersToReindex, insertChangesCte),
  ];
}

function ifAny<Row>(rows: Row[], partOf: (rows: Row[]) => Sql): Sql[] {
  return rows.length > 0 ? [partOf(rows)] : [];
}
