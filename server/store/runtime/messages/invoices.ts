import type { InvoiceAction } from "@banter/core/flow/outgoing.ts";
import type { Db } from "../../db/db.ts";
import { sql } from "../../db/sql.ts";

/** An invoice that the page has sent to a customer. `isPaid`: a payment for it has arrived, handled or not. */
export type SentInvoice = { psid: string; invoice: InvoiceAction; ageMs: number; isPaid: boolean };

export function findInvoice(db: Db, pageId: string, messageId: number): Promise<SentInvoice | undefined> {
  const isPayment = sql`event->'attachments'->0->'payment'->>'messageId' = ${String(messageId)}`;
  return db.find(sql`
    select psid, content->'action' as invoice,
           (extract(epoch from clock_timestamp() - created_at) * 1000)::float8 as age_ms,
           exists (select from turns
                    where page_id = ${pageId} and psid = messages.psid and id > ${messageId} and ${isPayment})
           or exists (select from mailbox where page_id = ${pageId} and psid = messages.psid and ${isPayment})
           or exists (select from parked_mail where page_id = ${pageId} and psid = messages.psid and ${isPayment})
             as is_paid
      from messages
     where page_id = ${pageId} and id = ${messageId} and content->'action'->>'type' = 'invoice'`);
}
