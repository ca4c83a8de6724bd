import type { ConversationEvent } from "@banter/core/flow/event.ts";
import type { Db } from "../db/db.ts";
import { rowsOfPages, sql } from "../db/sql.ts";
import type { ReplyRow } from "./rows.ts";
import type { Days } from "./statistics-hours.ts";

export type AnswerRow = { page_id: string; id: number; at: number; user_id: string | null; seconds: number };

export async function insertAnswers(db: Db, rows: AnswerRow[]): Promise<void> {
  await db.count(sql`
    insert into person_answers (page_id, day, id, user_id, seconds)
    select page_id, (to_timestamp(row.at / 1000.0) at time zone timezone)::date, row.id, user_id, seconds
      from ${rowsOfPages(rows)}
             as row (page_id text, id bigint, at bigint, user_id text, seconds integer)
      join pages on pages.id = row.page_id
        on conflict do nothing`);
}

/** A turn of the customer before a person's reply. */
export type EarlierTurn = {
  replyId: number;
  at: Date;
  type: ConversationEvent["type"];
  outcome: string | null;
  isReply: boolean;
};

/** For each reply, the turns of its customer before it, newest first. */
export function listTurnsBefore(db: Db, replies: ReplyRow[], limit: number): Promise<EarlierTurn[]> {
  return db.many(sql`
    select reply.id as reply_id, earlier.at, type, outcome, is_reply
      from ${rowsOfPages(replies)} as reply (page_id text, id bigint, psid text)
     cross join lateral (select id, at, event ->> 'type' as type, trace ->> 'outcome' as outcome,
                                event ->> 'type' = 'person_message'
                                  or event ->> 'type' = 'takeover' and event ->> 'key' is not null as is_reply
                           from turns
                          where turns.page_id = reply.page_id and turns.psid = reply.psid and turns.id < reply.id
                          order by id desc
                          limit ${limit}) as earlier
     order by reply.id, earlier.id desc`);
}

export type AnsweringTime = {
  userId: string | null;
  name: string | null;
  answers: number;
  medianSeconds: number;
  p90Seconds: number;
};

/** How long customers waited for each member, and for all (the row `isAll`). */
export function measureAnswers(
  db: Db,
  pageId: string,
  { from, to }: Days,
): Promise<(AnsweringTime & { isAll: boolean })[]> {
  return db.many(sql`
    select user_id, max(users.name) as name, grouping(user_id) = 1 as is_all, count(*) as answers,
           percentile_cont(0.5) within group (order by seconds) as median_seconds,
           percentile_cont(0.9) within group (order by seconds) as p90_seconds
      from person_answers
      left join users on users.id = user_id
     where page_id = ${pageId} and day between ${from}::date and ${to}::date
     group by grouping sets ((user_id), ())
    having count(*) > 0
     order by answers desc`);
}
