import type { TokenScope } from "@banter/core/model/limits/token-scope.ts";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** A token beside the page's first one (page-tokens.ts). */
export type ApiToken = { id: number; name: string; scope: TokenScope; createdAt: Date; lastUsedAt: Date | null };

/** Oldest first. */
export function listApiTokens(db: Db, pageId: string): Promise<ApiToken[]> {
  return db.many(sql`
    select id, name, scope, created_at, last_used_at from api_tokens where page_id = ${pageId} order by id`);
}

/** Undefined if the page has a token of this name already. */
export function insertApiToken(
  db: Db,
  pageId: string,
  { name, scope, hash }: { name: string; scope: TokenScope; hash: Buffer },
): Promise<ApiToken | undefined> {
  return db.find(sql`
    insert into api_tokens (page_id, name, scope, hash)
    values (${pageId}, ${name}, ${scope}, ${hash})
        on conflict (page_id, name) do nothing
 returning id, name, scope, created_at, last_used_at`);
}

/** Returns the token's name; undefined if there was none. */
export async function deleteApiToken(db: Db, pageId: string, id: number): Promise<string | undefined> {
  const gone = await db.find<{ name: string }>(sql`
    delete from api_tokens where page_id = ${pageId} and id = ${id} returning name`);
  return gone?.name;
}

/** True if the token is the page's. It cannot be deleted until the transaction ends. */
export async function holdApiToken(db: Db, pageId: string, hash: Buffer): Promise<boolean> {
  return (
    (await db.count(sql`
    select from api_tokens where page_id = ${pageId} and hash = ${hash} for share`)) > 0
  );
}

/** As `touchPageToken`: at most once a minute, and not for a locked row. */
export async function touchApiToken(db: Db, pageId: string, id: number): Promise<void> {
  await db.count(sql`
    update api_tokens set last_used_at = now()
     where page_id = ${pageId}
       and id = (select id from api_tokens where page_id = ${pageId} and id = ${id} for no key update skip locked)`);
}
