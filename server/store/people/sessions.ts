import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { deleteEndedAttempts } from "./login-attempts.ts";
import { deleteEndedResets } from "./password-resets.ts";

/** Ends every login of a user, and the permission of their devices to skip the second factor. */
export async function deleteSessions(db: Db, userId: string): Promise<void> {
  await db.count(sql`delete from sessions where user_id = ${userId}`);
  await db.count(sql`delete from verifications where value = ${userId}`);
}

export async function deleteSession(db: Db, token: string): Promise<void> {
  await db.count(sql`delete from sessions where token = ${token}`);
}

/** Removes expired logins of all users. */
export async function deleteEndedLogins(db: Db): Promise<void> {
  await db.count(sql`delete from sessions where expires_at < now()`);
  await db.count(sql`delete from verifications where expires_at < now()`);
  await deleteEndedAttempts(db);
  await deleteEndedResets(db);
}
