import type { Db } from "../db/db.ts";
import { rowsOfPages, type Sql, sql } from "../db/sql.ts";
import { isFenced } from "./leases.ts";

export type AttemptOutcome = "sent" | "retry" | "throttled" | "failed" | "unknown";

/** An attempt that has ended. Times are how long ago it began and ended; `endedMsAgo` is null if its end is unknown. */
export type EndedAttempt = {
  pageId: string;
  messageId: number;
  startedMsAgo: number;
  endedMsAgo: number | null;
  outcome: AttemptOutcome;
  /** The platform's status or code, and its words. */
  answer: string | null;
};

/** Adds attempts to the log of their messages. A retry by a person goes on with the numbers of the attempts before. */
export function insertAttemptsCte(attempts: EndedAttempt[]): Sql {
  const byMessage = Map.groupBy(attempts, ({ pageId, messageId }) => `${pageId} ${messageId}`);
  const rows = [...byMessage.values()].flatMap((group) =>
    group.map(({ pageId, messageId, startedMsAgo, endedMsAgo, outcome, answer }, index) => ({
      ...{ page_id: pageId, message_id: messageId, place: index + 1, outcome, answer },
      ...{ started: startedMsAgo, ended: endedMsAgo },
    })),
  );
  return sql`
    logged_attempts as (
      insert into message_attempts (page_id, message_id, attempt, at, answered_at, outcome, answer)
      select page_id, message_id,
             place + coalesce((select max(attempt) from message_attempts as known
                                where known.page_id = row.page_id and known.message_id = row.message_id), 0),
             clock_timestamp() - started * interval '1 millisecond',
             clock_timestamp() - ended * interval '1 millisecond', outcome, answer
        from ${rowsOfPages(rows)}
               as row (page_id text, message_id bigint, place integer, started float8, ended float8, outcome text,
                       answer text)
       where ${isFenced(sql`row.page_id`)}
          on conflict do nothing
    )`;
}

export type LoggedAttempt = { at: Date; answeredAt: Date | null; outcome: AttemptOutcome; answer: string | null };

/** Oldest first; none for a message that was sent at the first attempt. */
export function listAttempts(db: Db, pageId: string, messageId: number): Promise<LoggedAttempt[]> {
  return db.many(sql`
    select at, answered_at, outcome, answer
      from message_attempts
     where page_id = ${pageId} and message_id = ${messageId}
     order by attempt`);
}
