import type { Db } from "../db/db.ts";
import { empty, type Sql, sql } from "../db/sql.ts";

/** A line of the inbox with everything that it shows. */
export type Line = {
  psid: string;
  firstName: string | null;
  lastName: string | null;
  pictureUrl: string | null;
  lastId: number;
  lastAt: Date;
  lastFrom: "customer" | "bot" | "person";
  lastKind: string;
  lastText: string;
  unread: number;
  waitingSince: Date | null;
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

export type LineFilter = "all" | "unread" | "waiting" | "failed" | "mine";

type Wanted = { filter: LineFilter; userId: string; before: number | null; limit: number };

/** By last activity, newest first. */
export function listLines(db: Db, pageId: string, wanted: Wanted): Promise<Line[]> {
  const { before, limit } = wanted;
  const place = before === null ? empty : sql`and conversations.last_id < ${before}`;
  return linesOf(
    db,
    pageId,
    sql`
    select conversations.*
      from conversations ${joinOf(wanted.filter)}
     where conversations.page_id = ${pageId} ${conditionOf(pageId, wanted)} ${place}
     order by conversations.last_id desc
     limit ${limit}`,
    sql`last_id desc`,
  );
}

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

/** The lines of these customers, in any order. A customer without an entry has none. */
export function listLinesOf(db: Db, pageId: string, psids: string[]): Promise<Line[]> {
  return linesOf(
    db,
    pageId,
    sql`select * from conversations where page_id = ${pageId} and psid = any (${psids}::text[])`,
    sql`last_id desc`,
  );
}

/** A customer without an entry has an empty line, so that a person can write to them first. */
export async function findLine(db: Db, pageId: string, psid: string): Promise<Line | undefined> {
  const empty = sql`
    select page_id, psid, coalesce(last_id, 0) as last_id, coalesce(last_at, created_at) as last_at,
           coalesce(last_from, 'customer') as last_from, coalesce(last_kind, 'other') as last_kind,
           coalesce(last_text, '') as last_text, coalesce(unread, 0) as unread, assigned_to,
           coalesce(changed, 0) as changed
      from customers left join conversations using (page_id, psid)
     where page_id = ${pageId} and psid = ${psid}`;
  return (await linesOf(db, pageId, empty, sql`last_id`))[0];
}

/** How many conversations each filter has, counted no further than `max`. */
export async function countLines(
  db: Db,
  pageId: string,
  { userId, max }: { userId: string; max: number },
): Promise<Record<Exclude<LineFilter, "all">, number>> {
  // The order leads to the index of the filter, which has only the rows to count.
  const orderOf = (filter: LineFilter) =>
    filter === "unread" || filter === "mine" ? sql`order by last_id desc` : empty;
  const count = (filter: LineFilter) => sql`
    (select count(*)
       from (select from conversations ${joinOf(filter)}
              where conversations.page_id = ${pageId} ${conditionOf(pageId, { filter, userId })}
              ${orderOf(filter)}
              limit ${max}) as counted)`;
  return db.get(sql`
    select ${count("unread")} as unread, ${count("waiting")} as waiting, ${count("failed")} as failed,
           ${count("mine")} as mine`);
}

const joinOf = (filter: LineFilter): Sql => (filter === "waiting" ? sql`join hand_overs using (page_id, psid)` : empty);

function conditionOf(pageId: string, { filter, userId }: Pick<Wanted, "filter" | "userId">): Sql {
  if (filter === "unread") return sql`and unread > 0`;
  if (filter === "mine") return sql`and assigned_to = ${userId}`;
  if (filter === "failed") return sql`and psid in (select failed.psid from (${failedOf(pageId)}) as failed)`;
  return empty;
}

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
    select line.psid, first_name, last_name, picture_url, last_id, last_at, last_from, last_kind, last_text, unread,
           hand_over.since as waiting_since, hand_over.until as waiting_until, state -> 'paused' as paused,
           state -> 'elsewhere' as elsewhere,
           coalesce(failed.failed, 0) as failed, users.id as assignee_id, users.name as assignee_name,
           coalesce(is_blocked, false) as is_blocked, coalesce(tags, '{}') as tags, line.changed
      from line
      left join lateral (select first_name, last_name, picture_url, state, is_blocked, tags from customers
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
