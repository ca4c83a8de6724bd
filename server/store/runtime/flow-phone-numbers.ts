import type { Db } from "../db/db.ts";
import { rowsOfPages, type Sql, sql } from "../db/sql.ts";
import { isAllowed } from "./allowed-pages.ts";

export type PhoneRow = { page_id: string; flow_id: number; psid: string };

/** Each customer counts once in a flow. */
export const savePhonesCte = (phones: PhoneRow[]) => sql`
    saved_phones as (
      insert into flow_phone_numbers (page_id, flow_id, psid)
      select distinct page_id, flow_id, psid
        from ${rowsOfPages(phones)} as row (page_id text, flow_id bigint, psid text)
       where ${isAllowed(sql`page_id`)}
          on conflict do nothing
    )`;

/** A subquery: how many customers have given their phone number in the flow. */
export const countPhoneNumbers = (pageId: string, flowId: number): Sql => sql`
  (select count(*) from flow_phone_numbers where page_id = ${pageId} and flow_id = ${flowId})`;

export async function deletePhoneNumbers(db: Db, pageId: string, flowIds: number[]): Promise<void> {
  await db.count(sql`
    delete from flow_phone_numbers where page_id = ${pageId} and flow_id = any (${flowIds}::bigint[])`);
}
