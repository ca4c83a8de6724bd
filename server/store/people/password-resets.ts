import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

export async function insertReset(
  db: Db,
  { userId, tokenHash, hours }: { userId: string; tokenHash: Buffer; hours: number },
): Promise<Date> {
  const { expiresAt } = await db.get<{ expiresAt: Date }>(sql`
    insert into password_resets (token_hash, user_id, expires_at)
    values (${tokenHash}, ${userId}, now() + make_interval(hours => ${hours}))
    returning expires_at`);
  return expiresAt;
}

/** Locked until the transaction ends, so that a link that is followed twice at once is used once. */
export function holdReset(db: Db, tokenHash: Buffer): Promise<{ userId: string; email: string } | undefined> {
  return db.find(sql`
    select user_id, email
      from password_resets
      join users on users.id = user_id
     where token_hash = ${tokenHash} and expires_at > now()
       for update of password_resets`);
}

export async function deleteResetsOf(db: Db, userId: string): Promise<void> {
  await db.count(sql`delete from password_resets where user_id = ${userId}`);
}

export async function deleteEndedResets(db: Db): Promise<void> {
  await db.count(sql`delete from password_resets where expires_at < now()`);
}
