import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** Removes the secret of the user's authenticator and their backup codes. */
export async function deleteTwoFactor(db: Db, userId: string): Promise<void> {
  await db.count(sql`delete from two_factors where user_id = ${userId}`);
}
