import type { Db } from "../db/db.ts";
import { notifyOfMail } from "../db/notify.ts";
import { sql } from "../db/sql.ts";
import { insertPageNotification } from "../notifications/notifications.ts";
import { fence, type Lease } from "./leases.ts";
import { insertTaken, nextConversationIds, takeMailCte } from "./mailbox.ts";

/** Mail that could not be handled. It stays until the owner of the page retries or drops it. */
export type ParkedMail = { id: number; psid: string; event: unknown; error: string; parkedAt: Date };

const maxErrorLength = 500;

/**
 * Moves a piece of mail from the mailbox to the parked mail. Writes nothing and returns false if the page has another
 * owner.
 */
export async function parkMail(db: Db, lease: Lease, mail: { id: number }, error: string): Promise<boolean> {
  const text = error.toWellFormed().replaceAll("\0", "").slice(0, maxErrorLength);
  const [id = 0] = await nextConversationIds(db, 1);
  const pages = await db.many(sql`
    with ${fence([lease])}, ${takeMailCte(lease.pageId, mail.id)}, parked as (
      insert into parked_mail (page_id, id, psid, event, error)
      select ${lease.pageId}, id, psid, event, ${text} from taken
          on conflict (page_id, id) do update set error = excluded.error, parked_at = excluded.parked_at
    ), told as (
      ${insertPageNotification(lease.pageId, { id, kind: "parked", text })} and exists (select from fence)
    )
    select page_id from fence`);
  return pages.length > 0;
}

/** Newest first. */
export function listParkedMail(db: Db, pageId: string, limit: number): Promise<ParkedMail[]> {
  return db.many(sql`
    select id, psid, event, error, parked_at
      from parked_mail
     where page_id = ${pageId}
     order by parked_at desc, id desc
     limit ${limit}`);
}

/** Moves parked mail back to the mailbox, due now; null: all of the page. Returns the number of rows. */
export async function retryParkedMail(db: Db, pageId: string, ids: number[] | null): Promise<number> {
  const retried = await db.count(sql`
    with taken as (
      delete from parked_mail
       where page_id = ${pageId} and (${ids}::bigint[] is null or id = any (${ids}::bigint[]))
      returning id, psid, event
    )
    ${insertTaken(pageId)}`);
  await notifyOfMail(db, pageId);
  return retried;
}

/** Deletes parked mail for good; null: all of the page. Returns the number of rows. */
export function deleteParkedMail(db: Db, pageId: string, ids: number[] | null): Promise<number> {
  return db.count(sql`
    delete from parked_mail
     where page_id = ${pageId} and (${ids}::bigint[] is null or id = any (${ids}::bigint[]))`);
}

/** Messages that were deleted are not to be handled any more. */
export async function deleteParked(
  db: Db,
  { pageId, psid, platformId }: { pageId: string; psid: string; platformId: string },
): Promise<void> {
  await db.count(sql`
    delete from parked_mail
     where page_id = ${pageId} and psid = ${psid} and event ->> 'type' = 'message' and event ->> 'key' = ${platformId}`);
}
