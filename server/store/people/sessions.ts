import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { deleteEndedAttempts } from "./login-attempts.ts";
import { deleteEndedResets } from "./password-resets.ts";
import { hashed, listedForms } from "./session-tokens.ts";

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
  const readable = await db.many<{ id: string; token: string }>(sql`
    select id, token from sessions where not starts_with(token, 'sha256.') order by id limit ${limit}`);
  let count = 0;
  // Hashed here: on several database servers, a statement may not do it, because the database's encoding may change.
  for (const { id, token } of readable)
    count += await db.count(sql`update sessions set token = ${hashed(token)} where id = ${id} and token = ${token}`);
  return count;
}

/** Removes expired logins of all users. */
export async function deleteEndedLogins(db: Db): Promise<void> {
  await db.count(sql`delete from sessions where expires_at < now()`);
  await db.count(sql`delete from verifications where expires_at < now()`);
  await deleteEndedAttempts(db);
  await deleteEndedResets(db);
}
