import type { NotificationKind } from "@banter/core/model/notification.ts";
import type { Db } from "../db/db.ts";
import { json, rowsOfPages, type Sql, sql, timestamp } from "../db/sql.ts";
import { isAllowed } from "../runtime/allowed-pages.ts";
import { nextConversationIds } from "../runtime/mailbox.ts";

export type NotificationRow = {
  page_id: string;
  id: number;
  psid: string;
  flow_id: number | null;
  kind: NotificationKind;
  text: string;
};

export const insertNotificationsCte = (notifications: NotificationRow[], now: number) => sql`
    saved_notifications as (
      insert into notifications (page_id, id, psid, flow_id, kind, text, created_at, is_new)
      select page_id, id, psid, flow_id, kind, text, ${timestamp(now)}, true
        from ${rowsOfPages(notifications)}
               as row (page_id text, id bigint, psid text, flow_id bigint, kind text, text text)
       where ${isAllowed(sql`page_id`)}
    )`;

/** A trouble of a page that lasts is told once an hour. */
const repeatAfter = sql`interval '1 hour'`;

/**
 * Inserts a notification about the page itself, unless there was one of this kind within the last hour. Times have
 * milliseconds, as callers see them, so that a time from the list can be compared with the stored one.
 */
export const insertPageNotification = (pageId: string, { id, kind, text }: PageNotification): Sql => sql`
      insert into notifications (page_id, id, kind, text, created_at, is_new)
      select ${pageId}::text, ${id}::bigint, ${kind}, ${text}, date_trunc('milliseconds', now()), true
       where not exists (select from notifications
                          where notifications.page_id = ${pageId} and kind = ${kind}
                            and created_at > now() - ${repeatAfter})`;

export type PageNotification = { id: number; kind: NotificationKind; text: string };

export async function addPageNotification(db: Db, pageId: string, kind: NotificationKind, text: string): Promise<void> {
  const [id = 0] = await nextConversationIds(db, 1);
  await db.count(insertPageNotification(pageId, { id, kind, text: text.slice(0, 500) }));
}

/** Inserts a notification, about a flow if one is named. Callers do so once for each event. */
export async function addNotification(
  db: Db,
  pageId: string,
  { flowId = null, kind, text }: { flowId?: number | null; kind: NotificationKind; text: string },
): Promise<void> {
  const [id = 0] = await nextConversationIds(db, 1);
  await db.count(sql`
    insert into notifications (page_id, id, flow_id, kind, text, created_at, is_new)
    values (${pageId}, ${id}, ${flowId}, ${kind}, ${text.slice(0, 500)}, date_trunc('milliseconds', now()), true)`);
}

/** Inserts a notification about each of these customers. Callers do so once for each event. */
export async function addCustomerNotifications(
  db: Db,
  pageId: string,
  kind: NotificationKind,
  psids: string[],
): Promise<void> {
  const ids = await nextConversationIds(db, psids.length);
  await db.count(sql`
    insert into notifications (page_id, id, psid, kind, text, created_at, is_new)
    select ${pageId}, id, psid, ${kind}, '', date_trunc('milliseconds', now()), true
      from unnest(${ids}::bigint[], ${psids}::text[]) as about (id, psid)`);
}

export type NewNotification = {
  pageId: string;
  id: number;
  psid: string | null;
  kind: NotificationKind;
  /** Another message of the same customer was told within the last minute. */
  isRepeated: boolean;
};

/**
 * Notifications that have not been turned into notices, of the next pages after the named one. A page with many gets
 * `limit` of them at a time, so that it does not hold up the others.
 */
export function listNew(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<{ pageId: string; id: number }[]> {
  return db.many(sql`
    select page_id, id from notifications
     where is_new and page_id > ${after}
     order by page_id, id
     limit ${limit}`);
}

/** Takes those that no other node has taken since they were found. */
export async function takeNew(db: Db, found: { pageId: string; id: number }[]): Promise<NewNotification[]> {
  const taken: NewNotification[] = [];
  for (const [pageId, group] of Map.groupBy(found, ({ pageId }) => pageId))
    taken.push(
      ...(await takeOf(
        db,
        pageId,
        group.map(({ id }) => id),
      )),
    );
  return taken;
}

function takeOf(db: Db, pageId: string, ids: number[]): Promise<NewNotification[]> {
  return db.many(sql`
    with taken as materialized (
      select id, kind = 'message' and exists (
                   select from notifications as earlier
                    where earlier.page_id = ${pageId} and earlier.psid = notifications.psid
                      and earlier.kind = 'message' and earlier.id < notifications.id
                      and earlier.created_at > notifications.created_at - interval '1 minute') as is_repeated
        from notifications
       where page_id = ${pageId} and id = any (${ids}::bigint[]) and is_new
         for update skip locked
    )
    update notifications
       set is_new = false
      from taken
     where notifications.page_id = ${pageId} and notifications.id = taken.id
 returning notifications.page_id, notifications.id, psid, kind, taken.is_repeated`);
}

export type Notification = {
  id: number;
  pageId: string;
  pageName: string;
  /** The language that the page's people are called in; null: the reader's. */
  pageLanguage: "en" | "vi" | null;
  kind: NotificationKind;
  psid: string | null;
  customerName: string | null;
  flowId: number | null;
  text: string;
  at: Date;
};

export type NotificationPlace = { at: Date; id: number };

/** Of all pages of the user's workspaces, newest first. */
export function listNotifications(
  db: Db,
  userId: string,
  { before, limit }: { before: NotificationPlace | null; limit: number },
): Promise<Notification[]> {
  const after = before && sql`and (created_at, id) < (${before.at}, ${before.id})`;
  return db.many(sql`
    select found.id, pages.id as page_id, pages.name as page_name, ${pageLanguage}, kind, found.psid, flow_id, text,
           found.created_at as at, ${customerName}
      from members
      join pages using (workspace_id)
     cross join lateral (
             select id, kind, psid, flow_id, text, created_at
               from notifications
              where page_id = pages.id ${after ?? sql``}
              order by created_at desc, id desc
              limit ${limit}) as found
      left join customers on customers.page_id = pages.id and customers.psid = found.psid
     where user_id = ${userId}
     order by found.created_at desc, found.id desc
     limit ${limit}`);
}

const pageLanguage = sql`pages.look ->> 'language' as page_language`;

const customerName = sql`
  coalesce(nullif(concat_ws(' ', customers.first_name, customers.last_name), ''), customers.email, customers.phone)
    as customer_name`;

/** The number of unread notifications, at most `limit`. */
export async function countUnread(db: Db, userId: string, limit: number): Promise<number> {
  const pages = await db.many<{ id: string; readThrough: string }>(sql`
    select pages.id, coalesce(read_through, members.created_at)::text as read_through
      from members
      join pages using (workspace_id)
      left join notification_choices on notification_choices.user_id = members.user_id
     where members.user_id = ${userId}`);
  const { count } = await db.get<{ count: number }>(sql`
    with asked as materialized (
      select id, "readThrough" as read_through
        from json_to_recordset(${json(pages)}) as row (id text, "readThrough" timestamptz)
    )
    select count(*)
      from (select notifications.id
              from asked
              join notifications on notifications.page_id = asked.id and created_at > asked.read_through
             limit ${limit}) as unread`);
  return count;
}

export function findNotification(db: Db, pageId: string, id: number): Promise<Notification | undefined> {
  return db.find(sql`
    select notifications.id, pages.id as page_id, pages.name as page_name, ${pageLanguage}, kind, notifications.psid,
           flow_id, text,
           notifications.created_at as at, ${customerName}
      from notifications
      join pages on pages.id = page_id
      left join customers on customers.page_id = pages.id and customers.psid = notifications.psid
     where notifications.page_id = ${pageId} and notifications.id = ${id}`);
}

/** Deletes a bounded number of a page's old notifications, the oldest first. Returns how many. */
export function deleteOldNotifications(
  db: Db,
  pageId: string,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  return db.count(sql`
    delete from notifications
     where page_id = ${pageId}
       and id in (select id from notifications
                   where page_id = ${pageId} and created_at < now() - make_interval(days => ${days})
                   order by created_at, id
                   limit ${limit})`);
}

/** Members are told the beginning of a message. */
export const notifiedLength = 300;

/** Removes the text of a deleted message from the notification that came after its turn. */
export async function blankNotifications(
  db: Db,
  { pageId, psid, after, text }: { pageId: string; psid: string; after: number; text: string },
): Promise<void> {
  await db.count(sql`
    update notifications set text = ''
     where page_id = ${pageId} and psid = ${psid} and id > ${after} and kind = 'message'
           and text = ${text.slice(0, notifiedLength)}`);
}
