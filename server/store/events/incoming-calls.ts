import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** `customer_missing`: the body names nobody. `customer_not_found`: nobody on the page is meant. */
export type CallOutcome = "taken" | "customer_missing" | "customer_not_found" | "off";

export type IncomingCall = { id: number; at: Date; psid: string | null; outcome: CallOutcome; body: string };

/** The calls of a hook that are kept for people to look at. */
const kept = 20;

/** Stores a call and forgets the oldest ones of the hook. */
export async function insertCall(
  db: Db,
  pageId: string,
  hookId: number,
  { psid, outcome, body }: Omit<IncomingCall, "id" | "at">,
): Promise<void> {
  await db.count(sql`
    insert into incoming_calls (page_id, hook_id, psid, outcome, body)
    values (${pageId}, ${hookId}, ${psid}, ${outcome}, ${body})`);
  await db.count(sql`
    delete from incoming_calls
     where page_id = ${pageId} and hook_id = ${hookId}
       and id <= (select id from incoming_calls
                   where page_id = ${pageId} and hook_id = ${hookId}
                   order by id desc offset ${kept} limit 1)`);
}

/** Newest first. */
export function listCalls(db: Db, pageId: string, hookId: number): Promise<IncomingCall[]> {
  return db.many(sql`
    select id, at, psid, outcome, body from incoming_calls
     where page_id = ${pageId} and hook_id = ${hookId}
     order by id desc
     limit ${kept}`);
}

export async function deleteCallsOf(db: Db, pageId: string, hookId: number): Promise<void> {
  await db.count(sql`delete from incoming_calls where page_id = ${pageId} and hook_id = ${hookId}`);
}

/** Deletes a page's calls of more than so many days ago. They are few. */
export async function deleteOldCalls(db: Db, pageId: string, days: number): Promise<void> {
  await db.count(sql`
    delete from incoming_calls where page_id = ${pageId} and at < now() - make_interval(days => ${days})`);
}
