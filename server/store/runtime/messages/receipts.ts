import type { Db } from "../../db/db.ts";
import { empty, rowsOfPages, sql } from "../../db/sql.ts";
import { insertStateEventsCte } from "../../events/event-deliveries.ts";
import { countClicksCte } from "../../statistics/step-days.ts";
import { advanceReceiptsCte } from "../customers.ts";
import { fence, isFenced, type Lease } from "../leases.ts";
import { countSteps } from "../step-statistics.ts";

/** All messages to the customer up to these ids have been delivered, or seen. */
export type Receipt = { pageId: string; psid: string; deliveredThrough: number; seenThrough: number };

/**
 * Saves receipts of many pages, and tells the programs of those in `told`. Each message counts once; a message that was
 * seen has been delivered.
 */
export async function saveReceipts(db: Db, leases: Lease[], receipts: Receipt[], told: string[]): Promise<void> {
  const byCustomer = Map.groupBy(receipts, ({ pageId, psid }) => `${pageId} ${psid}`);
  const rows = [...byCustomer.values()].map((group) => {
    const seen = Math.max(...group.map(({ seenThrough }) => seenThrough));
    const delivered = Math.max(seen, ...group.map(({ deliveredThrough }) => deliveredThrough));
    return { page_id: group[0]?.pageId ?? "", psid: group[0]?.psid, seen, delivered };
  });
  await db.count(sql`
    with ${fence(leases)}, receipt as (
      select customers.page_id, customers.psid, delivered, seen, delivered_through, seen_through
        from ${rowsOfPages(rows)} as row (page_id text, psid text, delivered bigint, seen bigint)
        join customers on customers.page_id = row.page_id and customers.psid = row.psid
       where ${isFenced(sql`row.page_id`)}
    ), hit as (
      select messages.page_id, id, flow_id, step, sent_at is null as is_sent,
             delivered_at is null as is_delivered, seen_at is null and id <= seen as is_seen,
             clock_timestamp() as now
        from receipt
        join messages on messages.page_id = receipt.page_id and messages.psid = receipt.psid
                     and id <= delivered and id > least(delivered_through, seen_through)
       where status in ('sending', 'sent', 'delivered')
         and (delivered_at is null or seen_at is null and id <= seen)
    ), reported as (
      update messages
         set sent_at = coalesce(sent_at, now), delivered_at = coalesce(delivered_at, now),
             seen_at = case when is_seen then now else seen_at end,
             status = case when is_seen then 'seen' else 'delivered' end
        from hit
       where messages.page_id = hit.page_id and messages.id = hit.id
    ), ${advanceReceiptsCte}, counted as (${countSteps(sql`hit`, {
      sent: sql`sum(is_sent::int)`,
      delivery: sql`sum(is_delivered::int)`,
      seen: sql`sum(is_seen::int)`,
    })}) ${told.length > 0 ? sql`, ${insertStateEventsCte(receiptStates, told)}` : empty}
    select from fence`);
}

const receiptStates = sql`
    (select page_id, id, case when is_seen then 'seen' else 'delivered' end as status from hit)`;

export type Click = { pageId: string; messageId: number; index: number };

/** Saves presses and followed links of many pages. Each button or link of a message counts once. */
export async function saveClicks(db: Db, leases: Lease[], clicks: Click[]): Promise<void> {
  const rows = clicks.map(({ pageId, messageId, index }) => ({ page_id: pageId, id: messageId, place: index }));
  await db.count(sql`
    with ${fence(leases)}, hit as (
      select messages.page_id, messages.id, flow_id, step, array_agg(distinct place) as places
        from ${rowsOfPages(rows)} as row (page_id text, id bigint, place smallint)
        join messages on messages.page_id = row.page_id and messages.id = row.id
       where not place = any (clicked) and ${isFenced(sql`row.page_id`)}
       group by messages.page_id, messages.id, flow_id, step
    ), pressed as (
      update messages set clicked = clicked || places
        from hit
       where messages.page_id = hit.page_id and messages.id = hit.id
    ), ${countClicksCte(sql`hit`)},
    counted as (${countSteps(sql`hit`, { is_clicked: sql`sum(cardinality(places))` })})
    select from fence`);
}
