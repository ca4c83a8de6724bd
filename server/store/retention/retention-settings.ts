import { defaultRetention, type RetentionSettings } from "@banter/core/model/limits/retention.ts";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

export async function getRetention(db: Db, pageId: string): Promise<RetentionSettings> {
  const row = await db.find<{ settings: RetentionSettings }>(sql`
    select json_build_object('messages_days', messages_days, 'turns_days', turns_days, 'traces_days', traces_days,
                             'visits_days', visits_days, 'audit_days', audit_days) as settings
      from retention_settings
     where page_id = ${pageId}`);
  return row?.settings ?? defaultRetention;
}

export async function saveRetention(db: Db, pageId: string, settings: RetentionSettings): Promise<void> {
  await db.count(sql`
    insert into retention_settings (page_id, messages_days, turns_days, traces_days, visits_days, audit_days)
    values (${pageId}, ${settings.messages_days}, ${settings.turns_days}, ${settings.traces_days},
            ${settings.visits_days}, ${settings.audit_days})
        on conflict (page_id) do update
       set messages_days = excluded.messages_days, turns_days = excluded.turns_days,
           traces_days = excluded.traces_days, visits_days = excluded.visits_days, audit_days = excluded.audit_days`);
}
