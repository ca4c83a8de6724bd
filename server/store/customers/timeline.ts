import type { ConversationEvent } from "@banter/core/flow/event.ts";
import type { Trace } from "@banter/core/flow/trace.ts";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

export type TimelineTurn = { id: number; at: Date; event: ConversationEvent; trace: Trace | null };

/** The customer's turns before an id, newest first. */
export function listTimelineTurns(
  db: Db,
  pageId: string,
  psid: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<TimelineTurn[]> {
  return db.many(sql`
    select id, at, event, trace
      from turns
     where page_id = ${pageId} and psid = ${psid} and id < coalesce(${before}::bigint, 9223372036854775807)
     order by id desc
     limit ${limit}`);
}
