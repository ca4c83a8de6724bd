import type { Db } from "../../db/db.ts";
import { sql } from "../../db/sql.ts";

export type PlatformAccount = {
  templatesReadAt: Date | null;
  formsReadAt: Date | null;
  /** How the platform rates the number. */
  quality: string | null;
  /** How many people the page may write to first, per day. */
  messagingLimit: string | null;
  /** Limits that the platform has set to the account, in words; null if there are none. */
  restriction: string | null;
};

export function findPlatformAccount(db: Db, pageId: string): Promise<PlatformAccount | undefined> {
  return db.find(sql`
    select templates_read_at, forms_read_at, quality, messaging_limit, restriction
      from platform_accounts
     where page_id = ${pageId}`);
}

/** Remembers that a list was read now. */
export async function noteListRead(db: Db, pageId: string, list: "templates" | "forms"): Promise<void> {
  const column = list === "templates" ? sql`templates_read_at` : sql`forms_read_at`;
  await db.count(sql`
    insert into platform_accounts (page_id, ${column}) values (${pageId}, now())
        on conflict (page_id) do update set ${column} = excluded.${column}`);
}

/** The templates must be read again, because one is new or has other words. */
export async function forgetTemplatesRead(db: Db, pageId: string): Promise<void> {
  await db.count(sql`update platform_accounts set templates_read_at = null where page_id = ${pageId}`);
}

export type AccountChange = Partial<Pick<PlatformAccount, "quality" | "messagingLimit" | "restriction">>;

/** Changes what is given. Returns false if nothing is new. */
export async function changePlatformAccount(db: Db, pageId: string, change: AccountChange): Promise<boolean> {
  await db.count(sql`insert into platform_accounts (page_id) values (${pageId}) on conflict (page_id) do nothing`);
  const before = await db.get<AccountChange>(sql`
    select quality, messaging_limit, restriction from platform_accounts where page_id = ${pageId} for update`);
  const after = { ...before, ...change };
  if (
    after.quality === before.quality &&
    after.messagingLimit === before.messagingLimit &&
    after.restriction === before.restriction
  )
    return false;
  await db.count(sql`
    update platform_accounts
       set quality = ${after.quality ?? null}, messaging_limit = ${after.messagingLimit ?? null},
           restriction = ${after.restriction ?? null}
     where page_id = ${pageId}`);
  return true;
}
