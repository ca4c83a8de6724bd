import type { Db } from "../db/db.ts";
import { empty, type Sql, sql } from "../db/sql.ts";

export type AuditEntry = {
  workspaceId: number;
  /** Empty: the server itself, or its command line. */
  userId: string;
  pageId: string | null;
  action: string;
  subject: string | null;
  subjectId: number | null;
};

/** Adds an entry, unless the same one was added within the last `quietMinutes`. */
export async function insertAuditEntry(db: Db, entry: AuditEntry, quietMinutes: number): Promise<void> {
  const { workspaceId, userId, pageId, action, subject, subjectId } = entry;
  await db.count(sql`
    insert into audit_log (workspace_id, user_id, page, action, subject, subject_id)
    select ${workspaceId}::bigint, ${userId}::text, ${pageId}::text, ${action}::text, ${subject}::text,
           ${subjectId}::bigint
     where ${quietMinutes}::integer = 0
        or not exists (
             select from audit_log
              where workspace_id = ${workspaceId} and user_id = ${userId} and action = ${action}
                and page is not distinct from ${pageId} and subject_id is not distinct from ${subjectId}
                and at > now() - make_interval(mins => ${quietMinutes}))`);
}

/** Adds an entry to the log of each workspace of the user. `by` is the user who acted; empty: the server. */
export async function insertUserEntries(
  db: Db,
  { userId, by, action, subject }: { userId: string; by: string; action: string; subject: string | null },
): Promise<void> {
  await db.count(sql`
    insert into audit_log (workspace_id, user_id, action, subject)
    select workspace_id, ${by}::text, ${action}::text, ${subject}::text from members where user_id = ${userId}`);
}

/** Removes a customer from the entries about them. */
export async function clearSubject(db: Db, pageId: string, psid: string): Promise<void> {
  await db.count(sql`update audit_log set subject = null where page = ${pageId} and subject = ${psid}`);
}

export type ListedAuditEntry = {
  id: number;
  at: Date;
  user: string;
  pageId: string | null;
  action: string;
  subject: string | null;
  subjectId: number | null;
};

/** Each condition that is given must hold. */
export type AuditFilter = {
  before?: number | undefined;
  pageId?: string | undefined;
  userId?: string | undefined;
  action?: string | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
  /** A part of the subject, in any case. */
  search?: string | undefined;
};

/** Newest first. */
export function listAuditEntries(
  db: Db,
  workspaceId: number,
  { before, pageId, userId, action, from, until, search, limit }: AuditFilter & { limit: number },
): Promise<ListedAuditEntry[]> {
  const also = (condition: Sql | undefined): Sql => (condition ? sql`and ${condition}` : empty);
  return db.many(sql`
    select audit_log.id, at, coalesce(users.email, '') as user, page as page_id, action, subject, subject_id
      from audit_log
      left join users on users.id = user_id
     where workspace_id = ${workspaceId}
       ${also(before === undefined ? undefined : sql`audit_log.id < ${before}`)}
       ${also(pageId === undefined ? undefined : sql`page = ${pageId}`)}
       ${also(userId === undefined ? undefined : sql`user_id = ${userId}`)}
       ${also(action === undefined ? undefined : sql`action = ${action}`)}
       ${also(from && sql`at >= ${from}`)}
       ${also(until && sql`at < ${until}`)}
       ${also(search ? sql`position(lower(${search}) in lower(subject)) > 0` : undefined)}
     order by audit_log.id desc
     limit ${limit}`);
}

/**
 * Deletes a page's old entries among the next ones of its workspace. Returns the last entry that was looked at; null if
 * all others are newer.
 */
export async function deleteOldEntries(
  db: Db,
  pageId: string,
  { days, after, limit }: { days: number; after: number; limit: number },
): Promise<number | null> {
  const isOld = sql`at < now() - make_interval(days => ${days})`;
  const { next } = await db.get<{ next: number | null }>(sql`
    with bite as materialized (
      select audit_log.workspace_id, audit_log.id, page, at
        from pages
        join audit_log using (workspace_id)
       where pages.id = ${pageId} and audit_log.id > ${after}
       order by audit_log.id
       limit ${limit}
    ), gone as (
      delete from audit_log using bite
       where audit_log.workspace_id = bite.workspace_id and audit_log.id = bite.id and bite.page = ${pageId}
         and bite.at < now() - make_interval(days => ${days})
    )
    select case when count(*) = ${limit} and bool_and(${isOld}) then max(id) end as next from bite`);
  return next;
}
