import { typesWith } from "@banter/core/flow/event-traits.ts";
import { insertErasedCte } from "../customers/erased-customers.ts";
import type { Db } from "../db/db.ts";
import { type Sql, sql } from "../db/sql.ts";
import { fence, isFenced, type Lease } from "../runtime/leases.ts";

/**
 * `next`: the last customer that was looked at; null if there are no more. `alone`: silent visitors without any other
 * row. `known`: those who have rows in other tables, such as the page's greeting.
 */
type SilentBite = { next: string | null; alone: string[]; known: string[] };

/**
 * Looks at the next customers of a page, by psid, for visitors of its web chat who came long ago and have never written.
 * A customer whom a member has changed, tagged or blocked is none, nor is one who has answered the form before the chat.
 */
export function listSilentVisitors(
  db: Db,
  pageId: string,
  { days, after, limit }: { days: number; after: string; limit: number },
): Promise<SilentBite> {
  return db.get(sql`
    with ${silentCte(pageId, days, sql`psid > ${after} order by psid limit ${limit}`)}
    select (select case when count(*) = ${limit} then max(psid) end from bite) as next,
           array(select psid from silent where ${isAlone} order by psid) as alone,
           array(select psid
                   from silent
                  where is_known
                    and not exists (select from turns
                                     where turns.page_id = ${pageId} and turns.psid = silent.psid
                                       and not ${isOld(sql`at`, days)})
                    and not exists (select from messages
                                     where messages.page_id = ${pageId} and messages.psid = silent.psid
                                       and (status in ('queued', 'sending') or not ${isOld(sql`created_at`, days)}))
                  order by psid) as known`);
}

/** Deletes those of the visitors who still are silent and have no other row. */
export async function deleteSilentVisitors(
  db: Db,
  lease: Lease,
  { days, psids }: { days: number; psids: string[] },
): Promise<void> {
  const { pageId } = lease;
  await db.count(sql`
    with ${fence([lease])}, ${silentCte(pageId, days, sql`psid = any (${psids}::text[])`)}, gone as (
      delete from customers using silent
       where customers.page_id = ${pageId} and customers.psid = silent.psid and ${isAlone}
         and ${isFenced(sql`customers.page_id`)}
      returning customers.psid
    ), entries as (
      delete from customer_index using gone
       where customer_index.page_id = ${pageId} and customer_index.psid = gone.psid
    ), ${insertErasedCte(pageId)}
    select from gone`);
}

const isOld = (at: Sql, days: number) => sql`${at} < now() - make_interval(days => ${days})`;

const isAlone = sql`not is_known and not has_spoken`;

/** The customers in `bite`, and the silent visitors among them in `silent`. */
function silentCte(pageId: string, days: number, which: Sql): Sql {
  const rowsIn = (table: Sql) =>
    sql`(select from ${table} as other where other.page_id = ${pageId} and other.psid = bite.psid)`;
  return sql`
    bite as materialized (
      select psid, last_input_at, state,
             token_hash is not null and not is_blocked and tags = '{}' and fields::text = '{}'
               and (form_at is null or coalesce(first_name, email, phone) is null)
               and ${isOld(sql`created_at`, days)}
               and ${isOld(sql`coalesce(last_input_at, created_at)`, days)} as is_old
        from customers
       where page_id = ${pageId} and ${which}
    ), silent as materialized (
      select psid, last_input_at is not null as has_spoken,
             exists ${rowsIn(sql`turns`)} or exists ${rowsIn(sql`messages`)} or exists ${rowsIn(sql`media`)}
               or exists ${rowsIn(sql`notifications`)} or exists ${rowsIn(sql`customer_job_changes`)}
               or exists ${rowsIn(sql`flow_phone_numbers`)} as is_known
        from bite
       where is_old and (last_input_at is null or ${hasOnlyOpened(pageId)})
         and not exists ${rowsIn(sql`mailbox`)} and not exists ${rowsIn(sql`parked_mail`)}
         and not exists ${rowsIn(sql`hand_overs`)} and not exists ${rowsIn(sql`conversation_notes`)}
    )`;
}

/**
 * Came through a link, which counts as input, and did nothing else. The state counts the turns: if some of them are gone
 * already, the others do not tell.
 */
const hasOnlyOpened = (pageId: string): Sql => sql`
             (not exists (select from turns
                           where turns.page_id = ${pageId} and turns.psid = bite.psid
                             and event ->> 'type' = any (${typesWith("isWords")}::text[]))
                and (state ->> 'turn')::integer <=
                    (select count(*) from turns where turns.page_id = ${pageId} and turns.psid = bite.psid))`;
