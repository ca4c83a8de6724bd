import type { NotificationKind } from "@banter/core/model/notification.ts";
import type { Db } from "../db/db.ts";
import { json, sql } from "../db/sql.ts";

/** The chat and the webhook of a page that get its notifications. */
export type NotificationWays = {
  /** `api_url`: a Bot API server of one's own. */
  telegram: { bot_token: string; chat_id: string; api_url?: string; kinds: NotificationKind[] } | null;
  webhook: { url: string; secret: string; kinds: NotificationKind[] } | null;
  language: "en" | "vi";
  telegramFailure: string | null;
  webhookFailure: string | null;
};

export function findWays(db: Db, pageId: string): Promise<NotificationWays | undefined> {
  return db.find(sql`
    select telegram, webhook, language, telegram_failure, webhook_failure
      from notification_ways
     where page_id = ${pageId}`);
}

export async function saveWays(
  db: Db,
  pageId: string,
  { telegram, webhook, language }: Pick<NotificationWays, "telegram" | "webhook" | "language">,
): Promise<void> {
  await db.count(sql`
    insert into notification_ways (page_id, telegram, webhook, language)
    values (${pageId}, ${json(telegram)}, ${json(webhook)}, ${language})
        on conflict (page_id) do update
       set telegram = excluded.telegram, webhook = excluded.webhook, language = excluded.language,
           telegram_failure = null, webhook_failure = null`);
}

/** Why the last attempt failed; null after a success. */
export async function setFailure(
  db: Db,
  pageId: string,
  way: "telegram" | "webhook",
  failure: string | null,
): Promise<void> {
  const column = way === "telegram" ? sql`telegram_failure` : sql`webhook_failure`;
  await db.count(sql`
    update notification_ways set ${column} = ${failure}
     where page_id = ${pageId} and ${column} is distinct from ${failure}`);
}
