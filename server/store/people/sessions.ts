import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** Ends every login of a user, and with it what lets a device pass without a second factor. */
export async function deleteSessions(db: Db, userId: string): Promise<void> {
  await db.count(sql`delete from sessions where user_id = ${userId}`);
  await db.count(sql`delete from verifications where value = ${userId}`);
}

export async function deleteSession(db: Db, token: string): Promise<void> {
  await db.count(sql`delete from sessions where token = ${token}`);
}

/** What has run out and would lie there for ever. */
export async function deleteEndedLogins(db: Db): Promise<void> {
  await db.count(sql`delete from sessions where expires_at < now()`);
  await db.count(sql`delete from verifications where expires_at < now()`);
  await db.count(sql`delete from login_attempts where ends_at < now()`);
}
