import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { deleteEndedAttempts } from "./login-attempts.ts";
import { deleteEndedResets } from "./password-resets.ts";
import { listedForms } from "./session-tokens.ts";

/** Ends every login of a user, and the permission of their devices to skip the second factor. */
export async function deleteSessions(db: Db, userId: string): Promise<void> {
  await db.count(sql`delete from sessions where user_id = ${userId}`);
  await db.count(sql`delete from verifications where value = ${userId}`);
}

export async function deleteSession(db: Db, token: string): Promise<void> {
  await db.count(sql`delete from sessions where token = any (${listedForms(token)})`);
}

/** The same for a session of this user only. */
export async function deleteSessionOf(db: Db, userId: string, token: string): Promise<void> {
  await db.count(sql`delete from sessions where user_id = ${userId} and token = any (${listedForms(token)})`);
}

/** Replaces readable tokens of a few sessions by their hashes, so that these sessions go on. Returns how many. */
export async function hashSessionTokens(db: Db, limit: number): Promise<number> {
  return db.count(sql`
    update sessions set token = 'sha256.' || encode(sha256(convert_to(token, 'UTF8')), 'base64')
     where id in (select id from sessions where not starts_with(token, 'sha256.') order by id limit ${limit})`);
}

/** Removes expired logins of all users. */
export async function deleteEndedLogins(db: Db): Promise<void> {
  await db.count(sql`delete from sessions where expires_at < now()`);
  await db.count(sql`delete from verifications where expires_at < now()`);
  await deleteEndedAttempts(db);
  await deleteEndedResets(db);
}
