import type { Db } from "../db/db.ts";
import { type Sql, sql } from "../db/sql.ts";
import { lockAllDigests } from "../inbox/digests.ts";
import { reportChange } from "./page-changes.ts";

/** Removes a page and all its rows. Foreign keys remove the catalog with it; rows of conversations have none. */
export async function deletePage(db: Db, pageId: string): Promise<void> {
  // References to flows go first.
  for (const trigger of triggersOf(pageId)) await db.count(trigger);
  await reportChange(
    db,
    sql`update pages set welcome_flow_id = null, default_reply_flow_id = null where id = ${pageId}`,
  );
  await db.count(sql`delete from flows where page_id = ${pageId}`);
  await db.count(sql`delete from folders where page_id = ${pageId}`);
  // No digest adds rows any more: both positions stay locked until the page is gone.
  await lockAllDigests(db, pageId);
  // Without its lease, the owner of the page can write no more.
  await db.count(sql`delete from page_leases where page_id = ${pageId}`);
  for (const piece of bulkOf(pageId)) while ((await db.count(piece)) > 0);
  for (const rest of restOf(pageId)) await db.count(rest);
  await reportChange(db, sql`delete from pages where id = ${pageId}`);
}

const triggersOf = (pageId: string): Sql[] => [
  sql`delete from keywords where page_id = ${pageId}`,
  sql`delete from ice_breakers where page_id = ${pageId}`,
  sql`delete from menu_items where page_id = ${pageId}`,
  sql`delete from tools where page_id = ${pageId}`,
];

/** Tables that grow with traffic, in pieces, so that no statement runs long. */
const bulkOf = (pageId: string): Sql[] => {
  const piece = (table: Sql, key: Sql) => sql`
    delete from ${table}
     where page_id = ${pageId} and ${key} in (select ${key} from ${table} where page_id = ${pageId} limit 20000)`;
  return [
    piece(sql`message_attempts`, sql`message_id`),
    piece(sql`messages`, sql`id`),
    piece(sql`turns`, sql`id`),
    piece(sql`mailbox`, sql`id`),
    piece(sql`accepted_keys`, sql`key`),
    piece(sql`customers`, sql`psid`),
    piece(sql`customer_index`, sql`psid`),
    piece(sql`customer_changes`, sql`id`),
    piece(sql`customer_job_rows`, sql`line`),
    piece(sql`customer_job_changes`, sql`id`),
    piece(sql`conversations`, sql`psid`),
    piece(sql`message_words`, sql`id`),
  ];
};

const restOf = (pageId: string): Sql[] => [
  sql`delete from step_statistics where page_id = ${pageId}`,
  sql`delete from step_exits where page_id = ${pageId}`,
  sql`delete from message_troubles where page_id = ${pageId}`,
  sql`delete from flow_phone_numbers where page_id = ${pageId}`,
  sql`delete from hand_overs where page_id = ${pageId}`,
  sql`delete from notifications where page_id = ${pageId}`,
  sql`delete from notices where page_id = ${pageId}`,
  sql`delete from conversation_notes where page_id = ${pageId}`,
  sql`delete from requests where page_id = ${pageId}`,
  sql`delete from rate_buckets where page_id = ${pageId}`,
  // The rows stay until housekeeping has removed the files.
  sql`update media set state = 'deleted', name = '', folded_name = '', psid = null where page_id = ${pageId}`,
];
