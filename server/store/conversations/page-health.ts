import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import type { PlatformHealth } from "./delivery-watermarks.ts";

export type PageHealth = {
  platform: PlatformHealth | null;
  waitingMail: number;
  waitingMessages: number;
  failedMessages: number;
  parkedMail: number;
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
           (select count(*) from parked_mail where page_id = ${pageId}) as parked_mail
      from (select) as one left join delivery_marks as mark on mark.page_id = ${pageId}`);
}
