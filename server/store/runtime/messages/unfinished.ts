import type { OutgoingContent } from "@banter/core/flow/outgoing.ts";
import type { Db } from "../../db/db.ts";
import { sql } from "../../db/sql.ts";
import { watermarkOf } from "../delivery-watermarks.ts";

/** A message on its way to a platform. */
export type QueuedMessage = {
  id: number;
  psid: string;
  flowId: number | null;
  lane: "reply" | "bulk";
  messageTag: string | null;
  content: OutgoingContent;
  attempts: number;
  possibleDuplicate: boolean;
  /** How old the message was when it was read. */
  ageMs: number;
};

/**
 * `taken`: the platform's ids of the calls of this message that it has accepted; '' where it gives none.
 * `isUndelivered`: an earlier attempt has failed, and the message is listed as undelivered.
 */
export type UnfinishedMessage = QueuedMessage & {
  status: "queued" | "sending";
  waitMs: number;
  isUndelivered: boolean;
  taken: string[] | null;
  /** The attempt has no known result, and how long to wait for the platform's report is not decided yet. */
  isNewlyUnconfirmed: boolean;
};

const columns = sql`
  messages.id, messages.psid, flow_id, lane, message_tag, content, attempts, possible_duplicate, status, taken,
  status = 'sending' and due_at is null as is_newly_unconfirmed,
  coalesce(greatest(0, extract(epoch from due_at - clock_timestamp()) * 1000), 0)::float8 as wait_ms,
  (extract(epoch from clock_timestamp() - created_at) * 1000)::float8 as age_ms`;

/** A page's unfinished messages after the cursor, oldest first: those after the watermark and the undelivered ones. */
export function listUnfinished(
  db: Db,
  pageId: string,
  { after, limit }: { after: number; limit: number },
): Promise<UnfinishedMessage[]> {
  return db.many(sql`
    select distinct on (id) *
      from (select *
              from (select ${columns}, false as is_undelivered
                      from messages
                     where page_id = ${pageId} and id > greatest(${after}::bigint, ${watermarkOf(pageId)})
                       and status in ('queued', 'sending')
                     order by id
                     limit ${limit}) as unmarked
             union all
            select *
              from (select ${columns}, true as is_undelivered
                      from message_troubles join messages using (page_id, id)
                     where page_id = ${pageId} and message_troubles.id > ${after}::bigint
                       and status in ('queued', 'sending')
                     order by message_troubles.id
                     limit ${limit}) as undelivered) as unfinished
     order by id, is_undelivered desc
     limit ${limit}`);
}

/** The unfinished messages after the cursor that are for these customers, oldest first. */
export function listUnfinishedOf(
  db: Db,
  pageId: string,
  { after, psids }: { after: number; psids: string[] },
): Promise<UnfinishedMessage[]> {
  return db.many(sql`
    select unfinished.*
      from unnest(${psids}::text[]) as asked (psid)
     cross join lateral (
             select ${columns},
                    exists (select from message_troubles
                             where message_troubles.page_id = ${pageId} and message_troubles.id = messages.id)
                      as is_undelivered
               from messages
              where page_id = ${pageId} and messages.psid = asked.psid and messages.id > ${after}::bigint
                and status in ('queued', 'sending')
              order by messages.id
              limit 200) as unfinished
     order by unfinished.id`);
}

/** How many messages after the watermark wait to be sent. Counts no further than `max`. */
export async function countUnfinished(db: Db, pageId: string, max: number): Promise<number> {
  const { count } = await db.get<{ count: number }>(sql`
    select count(*)
      from (select from messages
             where page_id = ${pageId} and status in ('queued', 'sending')
               and id > ${watermarkOf(pageId)}
             limit ${max}) as unfinished`);
  return count;
}

export async function newestMessageId(db: Db, pageId: string): Promise<number> {
  const { id } = await db.get<{ id: number }>(sql`
    select coalesce(max(id), 0)::bigint as id from messages where page_id = ${pageId}`);
  return id;
}
