import { json, sql, timestamp } from "../db/sql.ts";
import { isAllowed } from "./allowed-pages.ts";

export type NotificationRow = { page_id: string; id: number; psid: string; flow_id: number | null; text: string };

export const insertNotificationsCte = (notifications: NotificationRow[], now: number) => sql`
    saved_notifications as (
      insert into notifications (page_id, id, psid, flow_id, text, created_at)
      select page_id, id, psid, flow_id, text, ${timestamp(now)}
        from json_to_recordset(${json(notifications)})
               as row (page_id text, id bigint, psid text, flow_id bigint, text text)
       where ${isAllowed(sql`page_id`)}
    )`;
