import type { ChannelType } from "@banter/core/channels/index.ts";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** When a page's token is renewed next, and why the last try has failed. */
export type TokenRenewal = { dueAt: Date; reason: string | null };

/** The next renewal; `afterSeconds` null: none is planned. */
export type RenewalPlan = { afterSeconds: number | null; failures?: number; reason?: string | null };

const claimSeconds = 600;

export function findTokenRenewal(db: Db, pageId: string): Promise<TokenRenewal | undefined> {
  return db.find(sql`
    select due_at, reason from token_renewals where page_id = ${pageId} and due_at is not null`);
}

export async function planRenewal(
  db: Db,
  pageId: string,
  { afterSeconds, failures = 0, reason = null }: RenewalPlan,
): Promise<void> {
  await db.count(sql`
    insert into token_renewals (page_id, due_at, failures, reason)
    values (${pageId}, clock_timestamp() + ${afterSeconds}::float8 * interval '1 second', ${failures}, ${reason})
        on conflict (page_id) do update
       set due_at = excluded.due_at, failures = excluded.failures, reason = excluded.reason`);
}

/** Pages for which nothing was ever planned, such as those of an earlier version, are due at once. */
export async function adoptPages(db: Db, channels: ChannelType[]): Promise<void> {
  await db.count(sql`
    insert into token_renewals (page_id, due_at)
    select id, clock_timestamp()
      from pages
     where channel = any (${channels}) and not exists (select from token_renewals where page_id = id)
        on conflict do nothing`);
}

/**
 * Claims the page that has been due the longest. The claim lasts longer than a renewal takes; if this node dies,
 * another one claims the page after that.
 */
export async function claimRenewal(db: Db): Promise<{ pageId: string; failures: number } | undefined> {
  const due = await db.many<{ pageId: string }>(sql`
    select page_id from token_renewals where due_at <= statement_timestamp() order by due_at limit ${maxDue}`);
  for (const { pageId } of due) {
    // Another node may have claimed it since it was read.
    const claimed = await db.find<{ pageId: string; failures: number }>(sql`
      update token_renewals set due_at = statement_timestamp() + ${claimSeconds} * interval '1 second'
       where page_id = ${pageId} and due_at <= statement_timestamp()
      returning page_id, failures`);
    if (claimed) return claimed;
  }
  return undefined;
}

const maxDue = 20;
