import { type Sql, sql } from "../../db/sql.ts";

/** For rows of a backup: messages without an outcome may have been sent since. They are sent again, and marked. */
export const doubtUnfinished: Sql = sql`
  update messages set status = 'queued', attempts = greatest(attempts, 1), possible_duplicate = true
   where status in ('queued', 'sending')`;
