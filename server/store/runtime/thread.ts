import { typesWith } from "@banter/core/flow/event-traits.ts";
import type { Db } from "../db/db.ts";
import { empty, type Sql, sql } from "../db/sql.ts";
import { messageEntryColumns, messageEntryJoins, type ThreadEntry, type TurnEntry } from "./thread-entry.ts";

export type ThreadPart = { before?: number | undefined; after?: number | undefined; limit: number };

/**
 * Entries of a conversation, oldest first: the newest ones, those before an id, or those after one. Each table is read
 * by its index on the customer, no further than the limit.
 */
export async function listThread(db: Db, pageId: string, psid: string, part: ThreadPart): Promise<ThreadEntry[]> {
  const { before, after, limit } = part;
  const isForward = after !== undefined;
  const order = isForward ? sql`asc` : sql`desc`;
  const within = (id: Sql) =>
    sql`${before === undefined ? empty : sql`and ${id} < ${before}`} ${isForward ? sql`and ${id} > ${after}` : empty}`;
  const entries = await db.many<ThreadEntry>(sql`
    select *
      from ((select ${turnColumns}
               from turns
              where page_id = ${pageId} and psid = ${psid} ${within(sql`id`)} and ${isShown}
              order by id ${order}
              limit ${limit})
             union all
            (select ${messageEntryColumns}
               from (select * from messages
                      where page_id = ${pageId} and psid = ${psid} ${within(sql`id`)}
                      order by id ${order}
                      limit ${limit}) as messages ${messageEntryJoins})) as entry
     order by id ${order}
     limit ${limit}`);
  return isForward ? entries : entries.reverse();
}

const turnColumns = sql`
  id, at, event, null::json as content, null as status, null as reason, null as error_code,
  null::timestamptz as due_at, null::smallint[] as clicked, false as possible_duplicate,
  null::json as notes, null::bigint as flow_id, null as flow_name, null as step,
  null as platform_id, null as author_id, null as author_name`;

/** A customer's purchases are looked for among this many of their newest turns. */
const maxLookedThrough = 1000;

/** The customer's last orders and payments, oldest first. */
export async function listPurchases(db: Db, pageId: string, psid: string, limit: number): Promise<ThreadEntry[]> {
  const newest = await db.many<ThreadEntry>(sql`
    select ${turnColumns}
      from (select id, at, event from turns
             where page_id = ${pageId} and psid = ${psid}
             order by id desc
             limit ${maxLookedThrough}) as turns
     where event ->> 'type' = 'message'
       and exists (select from json_array_elements(event -> 'attachments') as attachment
                    where attachment ->> 'type' in ('order', 'payment'))
     order by id desc
     limit ${limit}`);
  return newest.reverse();
}

/** Turns of one customer by their ids. */
export function listTurnEntries(db: Db, pageId: string, psid: string, ids: number[]): Promise<TurnEntry[]> {
  return db.many(sql`
    select id, at, event, null::json as content
      from turns
     where page_id = ${pageId} and id = any (${ids}::bigint[]) and psid = ${psid}`);
}

/** Turns that are a bubble: input of the customer, and words of a person in the platform's own inbox. */
const isShown = sql`
  (event ->> 'type' = any (${typesWith("isBubble")}::text[])
    or event ->> 'type' = 'takeover' and event ->> 'text' is not null)`;
