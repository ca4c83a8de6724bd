import { removeFromBroadcasts } from "../audience/broadcasts.ts";
import { lockAllDigests } from "../conversations/digests.ts";
import type { Db } from "../db/db.ts";
import { identifier, type Sql, sql } from "../db/sql.ts";
import { markDeletedOf } from "../media/media.ts";
import { clearSubject } from "../people/audit-log.ts";
import { fence, isFenced, type Lease } from "../runtime/leases.ts";
import { isTimer } from "../runtime/mailbox.ts";
import { deleteRowsWith } from "./customer-job-rows.ts";
import { lockJobs, removeFromSpecs } from "./customer-jobs.ts";
import { insertErasedCustomer } from "./erased-customers.ts";

/** Tables whose rows of the customer are deleted, in this order: while there is a customer, it can be done again. */
const deletedTables = [
  "messages",
  "turns",
  "mailbox",
  "parked_mail",
  "requests",
  "model_usage",
  "notifications",
  "event_deliveries",
  "incoming_calls",
  "flow_phone_numbers",
  "hand_overs",
  "conversation_notes",
  "customer_job_changes",
  "customer_changes",
  "customers",
  "customer_index",
  // After the customer, whom a new row needs.
  "knowledge_misses",
  "evaluation_questions",
  "message_words",
  "conversations",
] as const;

type DeletedTable = (typeof deletedTables)[number];

/** Every table with rows of single customers. Files go a little later, with their bytes. */
export const erasedTables: readonly string[] = [...deletedTables, "media"];

/** Tables that digests write, behind the turns. */
const digestedTables: DeletedTable[] = ["message_words", "conversations"];

const pieceSize = 2000;

/**
 * Deletes everything about a customer, in pieces. All mail that came before the erasure has been handled, except timers:
 * they go. Other mail came after it and stays: a person who writes again is a new customer. Does nothing if another node
 * owns the page. Doing it twice does no harm.
 */
export async function eraseCustomer(
  db: Db,
  lease: Lease,
  { psid, mailId }: { psid: string; mailId: number },
): Promise<void> {
  // First: from here on, work that has begun before the erasure stores nothing about the customer.
  await insertErasedCustomer(db, lease, psid);
  for (const table of deletedTables) await empty(db, table);
  await markDeletedOf(db, lease.pageId, psid);
  await db.transact(async (db) => {
    // A job stores its plans under this lock: those from before are deleted here, later ones leave the customer out.
    if (!(await lockJobs(db, lease.pageId))) return;
    await empty(db, "customer_job_changes");
    await deleteRowsWith(db, lease, psid);
    await removeFromSpecs(db, lease, psid);
  });
  await removeFromBroadcasts(db, lease, psid);
  await clearSubject(db, lease.pageId, psid);
  // A digest that has read the customer's turns before they were gone may still write them down.
  await db.transact(async (db) => {
    await lockAllDigests(db, lease.pageId);
    for (const table of digestedTables) await empty(db, table);
  });

  async function empty(db: Db, table: DeletedTable): Promise<void> {
    const piece = pieceOf(lease, table, psid, mailId);
    while ((await db.get<{ deleted: number }>(piece)).deleted === pieceSize);
  }
}

function pieceOf(lease: Lease, table: DeletedTable, psid: string, mailId: number): Sql {
  const name = identifier(table);
  const isMeant = { mailbox: sql`and ${isTimer}`, parked_mail: sql`and id <> ${mailId}` }[table as string] ?? sql``;
  // A customer is one row, which others may change at the same time: it must not be missed for its new place.
  const isInPiece =
    table === "customers"
      ? sql``
      : sql`and ctid = any (array(select ctid from ${name}
                                where page_id = ${lease.pageId} and psid = ${psid} ${isMeant}
                                limit ${pieceSize}))`;
  const ofMessages = sql`, troubles as (
    delete from message_troubles using gone
     where message_troubles.page_id = ${lease.pageId} and message_troubles.id = gone.id), attempts as (
    delete from message_attempts using gone
     where message_attempts.page_id = ${lease.pageId} and message_attempts.message_id = gone.id)`;
  return sql`
    with ${fence([lease])}, gone as (
      delete from ${name}
       where page_id = ${lease.pageId} and psid = ${psid} and ${isFenced(sql`page_id`)}
         ${isInPiece}
      returning ${table === "messages" ? sql`id` : sql`1`}) ${table === "messages" ? ofMessages : sql``}
    select count(*)::int as deleted from gone`;
}
