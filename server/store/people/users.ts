import { randomUUID } from "node:crypto";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** Returns the new user's id, or undefined if the e-mail address is taken. */
export async function insertUser(db: Db, user: { email: string; name: string }): Promise<string | undefined> {
  const row = await db.find<{ id: string }>(sql`
    insert into users (id, email, name)
    values (${randomUUID()}, ${user.email}, ${user.name})
        on conflict (email) do nothing
    returning id`);
  return row?.id;
}

export async function findUserId(db: Db, email: string): Promise<string | undefined> {
  return (await db.find<{ id: string }>(sql`select id from users where email = ${email}`))?.id;
}

/** The user who has given their password and is asked for the second factor. */
export async function findChallengedUser(db: Db, challenge: string): Promise<string | undefined> {
  const row = await db.find<{ userId: string }>(sql`
    select users.id as user_id
      from verifications
      join users on users.id = value
     where identifier = ${challenge} and expires_at > now()`);
  return row?.userId;
}

export async function savePassword(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db.count(sql`
    insert into accounts (id, user_id, account_id, provider_id, password)
    values (${randomUUID()}, ${userId}, ${userId}, 'credential', ${passwordHash})
        on conflict (user_id, provider_id) do update set password = excluded.password, updated_at = excluded.updated_at`);
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.count(sql`select from users limit 1`)) > 0;
}

export async function hasTwoFactor(db: Db, userId: string): Promise<boolean> {
  return (await db.count(sql`select from users where id = ${userId} and two_factor_enabled`)) > 0;
}

export async function clearTwoFactor(db: Db, userId: string): Promise<void> {
  await db.count(sql`update users set two_factor_enabled = false, updated_at = now() where id = ${userId}`);
}

/** Names of users by id. */
export async function listUserNames(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.many<{ id: string; name: string }>(sql`
    select id, name from users where id = any (${[...new Set(ids)]}::text[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export function findUser(db: Db, userId: string): Promise<{ id: string; name: string; email: string } | undefined> {
  return db.find(sql`select id, name, email from users where id = ${userId}`);
}
