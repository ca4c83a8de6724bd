import type { Db } from "../db/db.ts";
import { type Sql, sql } from "../db/sql.ts";
import { isTimer } from "../runtime/mailbox.ts";

/** The state of the whole installation. Ages are in seconds, 0 if nothing waits. */
export type Figures = {
  /** Mail that is due and not handled, and the age of the oldest. Timers of paused pages do not count. */
  mailDue: number;
  mailOldestAge: number;
  /** How late the timer is that has waited longest. */
  timerOldestAge: number;
  /** Messages of connected pages that are not sent yet. */
  messagesUnsent: number;
  messageOldestAge: number;
  /** Messages that failed, or wait for another attempt. */
  messagesUndelivered: number;
  mailParked: number;
  requestsOpen: number;
  noticesDue: number;
  noticeOldestAge: number;
  pagesConnected: number;
  pagesPaused: number;
  pagesDisconnected: number;
  databaseBytes: number;
  /** The database's clock, in epoch seconds. */
  now: number;
};

/** Counts of one page go no further than this, so that one page with a long queue does not make the look-up slow. */
const maxOfPage = 1000;
const maxOfTable = 100_000;

/** Reads one statement after the other, on one connection at a time: nobody waits for these figures. */
export async function readFigures(db: Db): Promise<Figures> {
  const mail = await db.get<Pick<Figures, "mailDue" | "mailOldestAge" | "timerOldestAge">>(dueMail);
  const messages = await db.get<Pick<Figures, "messagesUnsent" | "messageOldestAge">>(unsentMessages);
  return { ...mail, ...messages, ...(await db.get<Omit<Figures, keyof typeof mail | keyof typeof messages>>(others)) };
}

const age = (time: Sql) => sql`coalesce(extract(epoch from clock_timestamp() - ${time}), 0)::float8`;

const dueMail = sql`
  select coalesce(sum(due.count), 0)::float8 as mail_due, ${age(sql`min(due.oldest)`)} as mail_oldest_age,
         ${age(sql`min(due.oldest_timer)`)} as timer_oldest_age
    from pages
   cross join lateral (
         select count(*) as count, min(due_at) as oldest, min(due_at) filter (where is_timer) as oldest_timer
           from (select due_at, ${isTimer} as is_timer from mailbox
                  where page_id = pages.id and due_at <= statement_timestamp()
                  order by due_at
                  limit ${maxOfPage}) as first
          where not is_timer or not pages.is_paused) as due`;

/** Messages of a disconnected page wait for its owner. */
const unsentMessages = sql`
  select coalesce(sum(waiting), 0)::float8 as messages_unsent, ${age(sql`min(unsent.oldest)`)} as message_oldest_age
    from delivery_marks as mark
    join pages on pages.id = mark.page_id and disconnected_reason is null
   cross join lateral (
         select min(created_at) as oldest
           from ((select created_at, status from messages
                   where page_id = mark.page_id and id > settled_through
                   order by id
                   limit ${maxOfPage})
                  union all
                 (select created_at, status from message_troubles join messages using (page_id, id)
                   where page_id = mark.page_id
                   order by id
                   limit ${maxOfPage})) as first
          where status in ('queued', 'sending')) as unsent
   where waiting > 0`;

const countOf = (rows: Sql) => sql`(select count(*) from (${rows} limit ${maxOfTable}) as counted)::float8`;

const others = sql`
  select ${countOf(sql`select from message_troubles`)} as messages_undelivered,
         ${countOf(sql`select from parked_mail`)} as mail_parked,
         ${countOf(sql`select from requests`)} as requests_open,
         ${countOf(sql`select from notices where due_at <= now()`)} as notices_due,
         (select ${age(sql`min(due_at)`)} from notices where due_at <= now()) as notice_oldest_age,
         (select count(*) from pages where disconnected_reason is null and not is_paused)::float8 as pages_connected,
         (select count(*) from pages where disconnected_reason is null and is_paused)::float8 as pages_paused,
         (select count(*) from pages where disconnected_reason is not null)::float8 as pages_disconnected,
         pg_database_size(current_database())::float8 as database_bytes,
         extract(epoch from clock_timestamp())::float8 as now`;
