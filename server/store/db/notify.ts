import type { Db } from "./db.ts";
import { sql } from "./sql.ts";

/** The payload is the id of a page that has new mail. */
export const mailChannel = "banter_mail";

/** The payload is the id of a page whose set-up has changed. */
export const changesChannel = "banter_changes";

/** Lets nodes look for pages with work that no node runs. The payload is empty. */
export const lookChannel = "banter_look";

/** PostgreSQL refuses 8,000 bytes and more. */
export const maxPayloadBytes = 7999;

/** Notifies every node that listens. */
export async function notify(db: Db, channel: string, payload: string): Promise<void> {
  await notifyEach(db, channel, [payload]);
}

/** Notifies the node that runs the page of new mail. If none runs it, nodes find the mail. */
export async function notifyOfMail(db: Db, pageId: string): Promise<void> {
  await notify(db, mailChannel, pageId);
  await notify(db, lookChannel, "");
}

/** Each payload is a notification of its own, at most `maxPayloadBytes` long; all go in one statement. */
export async function notifyEach(db: Db, channel: string, payloads: string[]): Promise<void> {
  if (payloads.length === 0) return;
  await db.count(sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) as payload`);
}
