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

export type TimelineExtra = {
  id: number;
  at: Date;
  kind: "note" | "handed_over";
  text: string | null;
  flowId: number | null;
  userId: string | null;
};

/**
 * Notes of members and hand-overs, newest first. They have no place among the ids of turns, so the times of the turns
 * beside them bound a page: after `from`, up to `before`'s time.
 */
export function listTimelineExtras(
  db: Db,
  pageId: string,
  psid: string,
  { from, before, limit }: { from: Date | null; before: number | null; limit: number },
): Promise<TimelineExtra[]> {
  const start = sql`coalesce(${from}::timestamptz, '-infinity')`;
  const end = sql`
    coalesce((select at from turns where page_id = ${pageId} and id = ${before}::bigint), 'infinity')`;
  return db.many(sql`
    select id, at, 'note' as kind, text, null::bigint as flow_id, user_id
      from conversation_notes
     where page_id = ${pageId} and psid = ${psid} and at > ${start} and at <= ${end}
     union all
    select id, created_at, 'handed_over', null, flow_id, null
      from notifications
     where page_id = ${pageId} and psid = ${psid} and kind = 'hand_over' and created_at > ${start} and created_at <= ${end}
     order by at desc
     limit ${limit}`);
}
