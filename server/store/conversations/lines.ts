import type { Db } from "../db/db.ts";
import { empty, type Sql, sql } from "../db/sql.ts";

/** A line of the inbox with everything that it shows. */
export type Line = {
  psid: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
  pictureUrl: string | null;
  lastId: number;
  lastAt: Date;
  lastFrom: "customer" | "bot" | "person";
  lastKind: string;
  lastText: string;
  unread: number;
  /** When a person is needed. Null: never, or not before the customer writes. */
  neededAt: Date | null;
  isPutOffUntilInput: boolean;
  isDone: boolean;
  /** How soon the page has promised to answer. */
  answerMinutes: number | null;
  handedOverSince: Date | null;
  waitingUntil: Date | null;
  paused: { until: number | null } | null;
  elsewhere: { since: number } | null;
  failed: number;
  assigneeId: string | null;
  assigneeName: string | null;
  isBlocked: boolean;
  tags: number[];
  changed: number;
};

export type LineFilter = "all" | "unread" | "waiting" | "snoozed" | "done" | "failed" | "mine";

/** `member`: conversations that are assigned to this member. */
export type LineChoice = { filter: LineFilter; userId: string; member?: string | undefined };

/** The place at which a list goes on. `neededAt` for lists by age: in epoch milliseconds, Infinity without a time. */
export type LinePlace = { lastId: number; neededAt: number | null };

/** A line as the end of a part of a list. */
export type LineEnd = Pick<Line, "lastId" | "neededAt">;

/** A part of a list. */
export type Wanted = LineChoice & { before: LinePlace | null; limit: number };

/** Those who wait, or will, come in the order of their times; all other lists by last activity, newest first. */
export const isByAge = (filter: LineFilter): boolean => filter === "waiting" || filter === "snoozed";

export function listLines(db: Db, pageId: string, wanted: Wanted): Promise<Line[]> {
  return linesOf(db, pageId, sql`select * ${partOf(pageId, wanted)}`, orderOf(wanted));
}

/** The customers of the same lines, with what their places in the list need. */
export function listPlaces(db: Db, pageId: string, wanted: Wanted): Promise<(LineEnd & { psid: string })[]> {
  return db.many(sql`
    select psid, last_id, ${neededAt}
      from (select * ${partOf(pageId, wanted)}) as line
     order by ${orderOf(wanted)}`);
}

const partOf = (pageId: string, wanted: Wanted): Sql => sql`
  from conversations
 where page_id = ${pageId} ${choiceOf(pageId, wanted)} ${wanted.before === null ? empty : behind(wanted.before)}
 order by ${orderOf(wanted)}
 limit ${wanted.limit}`;

const orderOf = ({ filter }: LineChoice): Sql => (isByAge(filter) ? sql`needed_at, last_id` : sql`last_id desc`);

/** Null for those who are put off until they write. */
const neededAt = sql`case when needed_at < 'infinity' then needed_at end as needed_at`;

const behind = ({ lastId, neededAt }: LinePlace): Sql =>
  neededAt === null
    ? sql`and last_id < ${lastId}`
    : sql`and (needed_at, last_id) > (to_timestamp(${neededAt}::float8 / 1000), ${lastId}::bigint)`;

/** Conversations with a change after this one, in the order of their last changes. */
export function listChangedLines(db: Db, pageId: string, after: number, limit: number): Promise<Line[]> {
  return linesOf(
    db,
    pageId,
    sql`
    select * from conversations
     where page_id = ${pageId} and changed > ${after}
     order by changed
     limit ${limit}`,
    sql`line.changed`,
  );
}

/** The lines of these customers, in their order. A customer without an entry has none. */
export function listLinesOf(db: Db, pageId: string, psids: string[]): Promise<Line[]> {
  return linesOf(
    db,
    pageId,
    sql`select * from conversations where page_id = ${pageId} and psid = any (${psids}::text[])`,
    sql`array_position(${psids}::text[], line.psid)`,
  );
}

/** A customer without an entry has an empty line, so that a person can write to them first. */
export async function findLine(db: Db, pageId: string, psid: string): Promise<Line | undefined> {
  const empty = sql`
    select page_id, psid, coalesce(last_id, 0) as last_id, coalesce(last_at, created_at) as last_at,
           coalesce(last_from, 'customer') as last_from, coalesce(last_kind, 'other') as last_kind,
           coalesce(last_text, '') as last_text, coalesce(unread, 0) as unread, assigned_to,
           coalesce(changed, 0) as changed, needed_at, settled_through
      from customers left join conversations using (page_id, psid)
     where page_id = ${pageId} and psid = ${psid}`;
  return (await linesOf(db, pageId, empty, sql`last_id`))[0];
}

/** How many conversations each filter has, counted no further than `max`. */
export async function countLines(
  db: Db,
  pageId: string,
  { userId, max }: { userId: string; max: number },
): Promise<Record<Exclude<LineFilter, "all" | "done">, number>> {
  // The order leads to the index of the filter, which has only the rows to count.
  const indexOf = (filter: LineFilter) =>
    isByAge(filter) ? sql`order by needed_at` : filter === "failed" ? empty : sql`order by last_id desc`;
  const count = (filter: LineFilter) => sql`
    (select count(*)
       from (select from conversations
              where page_id = ${pageId} ${choiceOf(pageId, { filter, userId })}
              ${indexOf(filter)}
              limit ${max}) as counted)`;
  return db.get(sql`
    select ${count("unread")} as unread, ${count("waiting")} as waiting, ${count("snoozed")} as snoozed,
           ${count("failed")} as failed, ${count("mine")} as mine`);
}

function choiceOf(pageId: string, { filter, userId, member }: LineChoice): Sql {
  const assigned = member === undefined ? empty : sql`and assigned_to = ${member}`;
  return sql`${filterOf(pageId, filter, userId)} ${assigned}`;
}

function filterOf(pageId: string, filter: LineFilter, userId: string): Sql {
  switch (filter) {
    case "all":
      return empty;
    case "unread":
      return sql`and unread > 0`;
    case "waiting":
      return sql`and needed_at <= now()`;
    case "snoozed":
      return sql`and needed_at > now()`;
    case "done":
      return sql`and ${isDone}`;
    case "failed":
      return sql`and psid in (select failed.psid from (${failedOf(pageId)}) as failed)`;
    case "mine":
      return sql`and assigned_to = ${userId} and not (${isDone})`;
  }
}

const isDone = sql`settled_through is not null and needed_at is null`;

/** A page whose platform is down has many undelivered messages: the newest ones decide. */
const maxUndelivered = 2000;

/** The customers with failed messages, and how many. */
const failedOf = (pageId: string): Sql => sql`
  select message.psid, count(*)::int as failed
    from (select id from message_troubles where page_id = ${pageId} order by id desc limit ${maxUndelivered}) as listed
   cross join lateral (select psid, status from messages
                        where messages.page_id = ${pageId} and messages.id = listed.id
                        limit 1) as message
   where message.status = 'failed'
   group by message.psid`;

/** Each join is a look-up: a plan made for any number of lines could read whole tables instead. */
function linesOf(db: Db, pageId: string, lines: Sql, order: Sql): Promise<Line[]> {
  return db.many(sql`
    with line as materialized (${lines}), failed as materialized (${failedOf(pageId)})
    select line.psid, first_name, last_name, customer.email, phone, picture_url, last_id, last_at, last_from, last_kind,
           last_text, unread, ${neededAt},
           coalesce(needed_at = 'infinity', false) as is_put_off_until_input, ${isDone} as is_done,
           (select answer_minutes from pages where id = ${pageId}) as answer_minutes,
           hand_over.since as handed_over_since, hand_over.until as waiting_until, state -> 'paused' as paused,
           state -> 'elsewhere' as elsewhere,
           coalesce(failed.failed, 0) as failed, users.id as assignee_id, users.name as assignee_name,
           coalesce(is_blocked, false) as is_blocked, coalesce(tags, '{}') as tags, line.changed
      from line
      left join lateral (select first_name, last_name, email, phone, picture_url, state, is_blocked, tags
                           from customers
                          where customers.page_id = ${pageId} and customers.psid = line.psid
                          limit 1) as customer on true
      left join lateral (select since, until from hand_overs
                          where hand_overs.page_id = ${pageId} and hand_overs.psid = line.psid
                          limit 1) as hand_over on true
      left join failed on failed.psid = line.psid
      left join members on members.user_id = assigned_to
                       and members.workspace_id = (select workspace_id from pages where id = ${pageId})
      left join users on users.id = members.user_id
     order by ${order}`);
}
