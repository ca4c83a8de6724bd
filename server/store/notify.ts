import type { Db } from "./db.ts";
import { sql } from "./sql.ts";

/** Where pages are named whose set-up has changed. */
export const changesChannel = "banter_changes";

/** Tells every node that listens. A payload over PostgreSQL's 8,000 bytes is not sent: listeners also ask by themselves. */
export async function notify(db: Db, channel: string, payload: string): Promise<void> {
  if (Buffer.byteLength(payload) < 8000) await db.count(sql`select pg_notify(${channel}, ${payload})`);
}
