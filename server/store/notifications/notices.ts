import { rowsByPage } from "../db/by-page.ts";
import type { Db } from "../db/db.ts";
import { pagesOf, rowsOfPages, sql } from "../db/sql.ts";

type Way = "browser" | "email" | "telegram" | "webhook";

/** A notification on its way to one target. Without a notification it is a test. */
export type Notice = {
  pageId: string;
  id: number;
  notificationId: number | null;
  way: Way;
  userId: string | null;
  /** The browser's address, for a browser. */
  endpoint: string | null;
  attempts: number;
};

export type NewNotice = {
  page_id: string;
  notification_id: number | null;
  way: Way;
  user_id: string | null;
  endpoint: string | null;
};

export async function insertNotices(db: Db, notices: NewNotice[]): Promise<void> {
  if (notices.length === 0) return;
  await db.count(sql`
    insert into notices (page_id, notification_id, way, user_id, endpoint)
    select page_id, notification_id, way, user_id, endpoint
      from ${rowsOfPages(notices)}
             as row (page_id text, notification_id bigint, way text, user_id text, endpoint text)`);
}

/** A notice that waits for an attempt. */
export type DueNotice = Pick<Notice, "pageId" | "id" | "userId">;

/** Notices that are due, those that have waited longest first. Those of the named pages and users are left out. */
export function listDueNotices(
  db: Db,
  { limit, pageIds, userIds }: { limit: number; pageIds: string[]; userIds: string[] },
): Promise<DueNotice[]> {
  return db.many(sql`
    select page_id, id, user_id from notices
     where due_at <= now() and page_id <> all (${pageIds}::text[])
       and (user_id is null or user_id <> all (${userIds}::text[]))
     order by due_at
     limit ${limit}`);
}

/** Longer than any attempt takes. If the node dies, another one claims the notice after that. */
const claimSeconds = 60;

/** Claims those of the notices that no other node has claimed since they were read. */
export function claimNotices(db: Db, due: DueNotice[]): Promise<Notice[]> {
  return rowsByPage(
    db,
    due,
    ({ pageId }) => pageId,
    (due) => claimTogether(db, due),
  );
}

function claimTogether(db: Db, due: DueNotice[]): Promise<Notice[]> {
  if (due.length === 0) return Promise.resolve([]);
  return db.many(sql`
    with free as materialized (
      select notices.page_id, notices.id
        from unnest(${pagesOf(due)}, ${due.map(({ id }) => id)}::bigint[]) as due (page_id, id)
        join notices on notices.page_id = due.page_id and notices.id = due.id
       where due_at <= now()
         for update of notices skip locked
    )
    update notices set due_at = now() + ${claimSeconds} * interval '1 second', attempts = attempts + 1
      from free
     where notices.page_id = free.page_id and notices.id = free.id
 returning notices.page_id, notices.id, notification_id, way, user_id, endpoint, attempts`);
}

export async function deleteNotice(db: Db, { pageId, id }: Notice): Promise<void> {
  await db.count(sql`delete from notices where page_id = ${pageId} and id = ${id}`);
}

export async function retryNotice(db: Db, { pageId, id }: Notice, afterSeconds: number): Promise<void> {
  await db.count(sql`
    update notices set due_at = now() + ${afterSeconds} * interval '1 second'
     where page_id = ${pageId} and id = ${id}`);
}
