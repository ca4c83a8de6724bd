import type { NotificationChoices } from "@banter/core/model/notification.ts";
import type { Role } from "@banter/core/model/role.ts";
import type { Db } from "../db/db.ts";
import { json, sql } from "../db/sql.ts";

export type StoredChoices = { choices: Partial<NotificationChoices> | null; readThrough: Date | null };

export function findChoices(db: Db, userId: string): Promise<StoredChoices | undefined> {
  return db.find(sql`select choices, read_through from notification_choices where user_id = ${userId}`);
}

export async function saveChoices(db: Db, userId: string, choices: NotificationChoices): Promise<void> {
  await db.count(sql`
    insert into notification_choices (user_id, choices)
    values (${userId}, ${json(choices)})
        on conflict (user_id) do update set choices = excluded.choices`);
}

/** Never moves back. */
export async function markRead(db: Db, userId: string, through: Date): Promise<void> {
  await db.count(sql`
    insert into notification_choices (user_id, read_through)
    values (${userId}, ${through})
        on conflict (user_id) do update
       set read_through = greatest(notification_choices.read_through, excluded.read_through)`);
}

export type NoticeRecipient = {
  userId: string;
  email: string;
  role: Role;
  choices: Partial<NotificationChoices> | null;
  /** The addresses of their browsers. */
  endpoints: string[];
};

/** The members of the page's workspace, with everything that decides how they are told. */
export function listRecipients(db: Db, pageId: string): Promise<NoticeRecipient[]> {
  return db.many(sql`
    select users.id as user_id, email, role, choices,
           array(select endpoint from push_subscriptions where push_subscriptions.user_id = users.id) as endpoints
      from pages
      join members using (workspace_id)
      join users on users.id = members.user_id
      left join notification_choices on notification_choices.user_id = users.id
     where pages.id = ${pageId}
     order by users.id`);
}
