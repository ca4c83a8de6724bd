import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** A browser that shows notifications, as the Push API describes it. */
export type PushSubscription = { endpoint: string; p256dh: string; auth: string };

/** The oldest subscriptions of a user beyond this number are deleted. */
const maxPerUser = 20;

export async function saveSubscription(
  db: Db,
  userId: string,
  { endpoint, p256dh, auth }: PushSubscription,
): Promise<void> {
  // A browser belongs to the person who logged in there last.
  await db.count(sql`delete from push_subscriptions where endpoint = ${endpoint} and user_id <> ${userId}`);
  await db.count(sql`
    insert into push_subscriptions (user_id, endpoint, p256dh, auth)
    values (${userId}, ${endpoint}, ${p256dh}, ${auth})
        on conflict (user_id, endpoint) do update set p256dh = excluded.p256dh, auth = excluded.auth`);
  await db.count(sql`
    delete from push_subscriptions
     where user_id = ${userId}
       and endpoint in (select endpoint from push_subscriptions
                         where user_id = ${userId}
                         order by created_at desc, endpoint
                        offset ${maxPerUser})`);
}

export function findSubscription(db: Db, userId: string, endpoint: string): Promise<PushSubscription | undefined> {
  return db.find(sql`
    select endpoint, p256dh, auth from push_subscriptions where user_id = ${userId} and endpoint = ${endpoint}`);
}

export async function listEndpoints(db: Db, userId: string): Promise<string[]> {
  const rows = await db.many<{ endpoint: string }>(
    sql`select endpoint from push_subscriptions where user_id = ${userId}`,
  );
  return rows.map(({ endpoint }) => endpoint);
}

export async function deleteSubscription(db: Db, userId: string, endpoint: string): Promise<void> {
  await db.count(sql`delete from push_subscriptions where user_id = ${userId} and endpoint = ${endpoint}`);
}
