import { pagesOf, type Sql, sql } from "../db/sql.ts";
import { isFenced } from "./leases.ts";

// The table `message_troubles` lists the messages that have failed or wait for another attempt. Together with the
// delivery watermark it saves an index on the status of messages, which changes several times.

/** Lists the messages of the CTE `saved_messages` that have failed in their own turn. */
export const listFailedCte: Sql = sql`
    kept_failed as (
      insert into message_troubles (page_id, id) select page_id, id from saved_messages where status = 'failed'
    )`;

/** Lists the messages of the CTE `ended` whose attempt did not deliver them. */
export const listUndeliveredCte: Sql = sql`
    undelivered as (
      insert into message_troubles (page_id, id)
      select page_id, id from ended where status <> 'sent'
          on conflict do nothing
    )`;

/** Lists the messages of the CTE `reported` that have failed. */
export const listReportedFailedCte: Sql = sql`
    undelivered as (
      insert into message_troubles (page_id, id) select page_id, id from reported where status = 'failed'
          on conflict do nothing
    )`;

export const unlistDeliveredCte = (delivered: { pageId: string; id: number }[]): Sql => sql`
    delivered as (
      delete from message_troubles
       using unnest(${pagesOf(delivered)}, ${delivered.map(({ id }) => id)}::bigint[])
               as row (page_id, id)
       where message_troubles.page_id = row.page_id and message_troubles.id = row.id
         and ${isFenced(sql`row.page_id`)}
    )`;

/** Removes the messages of the CTE `reported` that have arrived; one that was `sent` before is not listed. */
export const unlistReportedCte: Sql = sql`
    delivered as (
      delete from message_troubles using reported
       where message_troubles.page_id = reported.page_id and message_troubles.id = reported.id
         and reported.status <> 'failed' and reported.before <> 'sent'
    )`;

/** Removes the messages of the CTE `dropped`: they need nobody's attention any more. */
export const unlistDropped = (pageId: string): Sql => sql`
    delete from message_troubles using dropped
     where message_troubles.page_id = ${pageId} and message_troubles.id = dropped.id`;
