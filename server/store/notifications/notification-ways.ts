import type { NotificationKind } from "@banter/core/model/notification.ts";
import type { Db } from "../db/db.ts";
import { isStale, openJson, sealJson } from "../db/sealed.ts";
import { sql } from "../db/sql.ts";

/** The chat and the webhook of a page that get its notifications. */
export type NotificationWays = {
  /** `api_url`: a Bot API server of one's own. */
  telegram: { bot_token: string; chat_id: string; api_url?: string; kinds: NotificationKind[] } | null;
  webhook: { url: string; secret: string; kinds: NotificationKind[] } | null;
  language: "en" | "vi";
  telegramFailure: string | null;
  webhookFailure: string | null;
};

export async function findWays(db: Db, pageId: string): Promise<NotificationWays | undefined> {
  const ways = await db.find<NotificationWays>(sql`
    select telegram, webhook, language, telegram_failure, webhook_failure
      from notification_ways
     where page_id = ${pageId}`);
  return (
    ways && { ...ways, telegram: opened(db, ways, pageId, "telegram"), webhook: opened(db, ways, pageId, "webhook") }
  );
}

/** A chat or webhook whose key is missing counts as not set. */
function opened<Way extends "telegram" | "webhook">(
  db: Db,
  ways: Pick<NotificationWays, Way>,
  pageId: string,
  way: Way,
): NotificationWays[Way] {
  return (openJson(db, ways[way], placeOf(pageId, way)) ?? null) as NotificationWays[Way];
}

const placeOf = (pageId: string, way: "telegram" | "webhook") => `${way} notifications of ${pageId}`;

export async function saveWays(
  db: Db,
  pageId: string,
  { telegram, webhook, language }: Pick<NotificationWays, "telegram" | "webhook" | "language">,
): Promise<void> {
  const sealed = (value: unknown, way: "telegram" | "webhook") =>
    value === null ? null : sealJson(db, value, placeOf(pageId, way));
  await db.count(sql`
    insert into notification_ways (page_id, telegram, webhook, language)
    values (${pageId}, ${sealed(telegram, "telegram")}, ${sealed(webhook, "webhook")}, ${language})
        on conflict (page_id) do update
       set telegram = excluded.telegram, webhook = excluded.webhook, language = excluded.language,
           telegram_failure = null, webhook_failure = null`);
}

/** Seals readable chats and webhooks, and those sealed with an earlier key, of a few pages. Returns how many it sealed. */
export async function resealWays(db: Db, limit: number): Promise<number> {
  let count = 0;
  for (const way of ["telegram", "webhook"] as const) {
    const column = way === "telegram" ? sql`telegram` : sql`webhook`;
    const stale = await db.many<{ pageId: string; value: unknown; stored: string }>(sql`
      select page_id, ${column} as value, ${column}::text as stored
        from notification_ways
       where ${column} is not null and ${isStale(db, column)}
       order by page_id
       limit ${limit}`);
    for (const { pageId, value, stored } of stale) {
      const opened = openJson(db, value, placeOf(pageId, way));
      if (opened === undefined) continue;
      count += await db.count(sql`
        update notification_ways set ${column} = ${sealJson(db, opened, placeOf(pageId, way))}
         where page_id = ${pageId} and ${column}::text = ${stored}`);
    }
  }
  return count;
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
