import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { type PlatformHealth, watermarkOf } from "./delivery-watermarks.ts";

export type PageHealth = {
  platform: PlatformHealth | null;
  waitingMail: number;
  waitingMessages: number;
  failedMessages: number;
  parkedMail: number;
  lastWebhookAt: Date | null;
  oldestWaitingAt: Date | null;
};

/** Counts no further than this. */
const maxCount = 1_000_000;

export function getPageHealth(db: Db, pageId: string): Promise<PageHealth> {
  return db.get(sql`
    select mark.health as platform, coalesce(mark.waiting, 0)::bigint as waiting_messages,
           (select count(*) from (select from mailbox where page_id = ${pageId} and due_at <= clock_timestamp()
                                   limit ${maxCount}) as due) as waiting_mail,
           (select count(*) from message_troubles join messages using (page_id, id)
             where page_id = ${pageId} and status = 'failed') as failed_messages,
           (select count(*) from parked_mail where page_id = ${pageId}) as parked_mail,
           (select at from webhook_times where page_id = ${pageId}) as last_webhook_at,
           (${oldestWaiting(pageId)}) as oldest_waiting_at
      from (select) as one left join delivery_marks as mark on mark.page_id = ${pageId}`);
}

/** Beyond the watermark, messages that wait are among the first; before it, they are listed as troubles. */
const maxLookedAt = 1000;

const oldestWaiting = (pageId: string) => sql`
  select min(created_at)
    from ((select created_at, status from messages
            where page_id = ${pageId} and id > ${watermarkOf(pageId)}
            order by id
            limit ${maxLookedAt})
           union all
          (select created_at, status from message_troubles join messages using (page_id, id)
            where page_id = ${pageId}
            order by id
            limit ${maxLookedAt})) as unfinished
   where status in ('queued', 'sending')`;
