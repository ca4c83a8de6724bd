import type { Db } from "../db/db.ts";
import { type Sql, sql } from "../db/sql.ts";

/**
 * `next`: the last customer that was looked at; null if there are no more. `known`: silent visitors who have rows in
 * other tables, such as the page's greeting.
 */
type SilentBite = { next: string | null; known: string[] };

/**
 * Looks at the next customers of a page, by psid, for visitors of its web chat who came long ago and have never written.
 * Those without any other row are deleted. A customer whom a member has changed, tagged or blocked stays, and so does
 * one who has answered the form before the chat.
 */
export function deleteSilentVisitors(
  db: Db,
  pageId: string,
  { days, after, limit }: { days: number; after: string; limit: number },
): Promise<SilentBite> {
  const isOld = (at: Sql) => sql`${at} < now() - make_interval(days => ${days})`;
  const rowsIn = (table: Sql) =>
    sql`(select from ${table} as other where other.page_id = ${pageId} and other.psid = bite.psid)`;
  return db.get(sql`
    with bite as materialized (
      select psid, last_input_at, state,
             token_hash is not null and not is_blocked and tags = '{}' and fields::text = '{}'
               and (form_at is null or coalesce(first_name, email, phone) is null)
               and ${isOld(sql`created_at`)} and ${isOld(sql`coalesce(last_input_at, created_at)`)} as is_old
        from customers
       where page_id = ${pageId} and psid > ${after}
       order by psid
       limit ${limit}
    ), silent as materialized (
      select psid,
             exists ${rowsIn(sql`turns`)} or exists ${rowsIn(sql`messages`)} or exists ${rowsIn(sql`media`)}
               or exists ${rowsIn(sql`notifications`)} or exists ${rowsIn(sql`customer_job_changes`)}
               or exists ${rowsIn(sql`flow_phone_numbers`)} as is_known
        from bite
       where is_old and (last_input_at is null or ${hasOnlyOpened(pageId)})
         and not exists ${rowsIn(sql`mailbox`)} and not exists ${rowsIn(sql`parked_mail`)}
         and not exists ${rowsIn(sql`hand_overs`)} and not exists ${rowsIn(sql`conversation_notes`)}
    ), gone as (
      delete from customers using silent
       where customers.page_id = ${pageId} and customers.psid = silent.psid and not is_known and last_input_at is null
      returning customers.psid
    ), entries as (
      delete from customer_index using gone
       where customer_index.page_id = ${pageId} and customer_index.psid = gone.psid
    )
    select (select case when count(*) = ${limit} then max(psid) end from bite) as next,
           array(select psid
                   from silent
                  where is_known
                    and not exists (select from turns
                                     where turns.page_id = ${pageId} and turns.psid = silent.psid
                                       and not ${isOld(sql`at`)})
                    and not exists (select from messages
                                     where messages.page_id = ${pageId} and messages.psid = silent.psid
                                       and (status in ('queued', 'sending') or not ${isOld(sql`created_at`)}))
                  order by psid) as known`);
}

/**
 * Came through a link, which counts as input, and did nothing else. The state counts the turns: if some of them are gone
 * already, the others do not tell.
 */
const hasOnlyOpened = (pageId: string): Sql => sql`
             (not exists (select from turns
                           where turns.page_id = ${pageId} and turns.psid = bite.psid
                             and event ->> 'type' in ('message', 'press'))
                and (state ->> 'turn')::integer <=
                    (select count(*) from turns where turns.page_id = ${pageId} and turns.psid = bite.psid))`;
