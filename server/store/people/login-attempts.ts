import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** Counts an attempt. Returns the attempts in the current window, and the seconds until it ends. */
export function countAttempt(
  db: Db,
  key: string,
  windowSeconds: number,
): Promise<{ count: number; secondsLeft: number }> {
  return db.get(sql`
    insert into login_attempts as known (key, count, ends_at)
    values (${key}, 1, clock_timestamp() + make_interval(secs => ${windowSeconds}))
        on conflict (key) do update
       set count = case when known.ends_at > clock_timestamp() then known.count + 1 else 1 end,
           ends_at = case when known.ends_at > clock_timestamp() then known.ends_at else excluded.ends_at end
    returning count, greatest(1, ceil(extract(epoch from ends_at - clock_timestamp())))::integer as seconds_left`);
}

export async function forgetAttempts(db: Db, key: string): Promise<void> {
  await db.count(sql`delete from login_attempts where key = ${key}`);
}

export async function deleteEndedAttempts(db: Db): Promise<void> {
  await db.count(sql`delete from login_attempts where ends_at < now()`);
}
