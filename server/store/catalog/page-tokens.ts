import type { TokenScope } from "@banter/core/model/limits/token-scope.ts";
import { eachByPage } from "../db/by-page.ts";
import type { Db } from "../db/db.ts";
import { rowsOfPages, sql } from "../db/sql.ts";

/** Replaces the page's first token, if it had one: the old one is invalid from this commit on. */
export async function savePageToken(db: Db, pageId: string, hash: Buffer): Promise<void> {
  await db.count(sql`
    insert into page_tokens (page_id, hash)
    values (${pageId}, ${hash})
        on conflict (page_id) do update set hash = excluded.hash, created_at = excluded.created_at, last_used_at = null`);
}

/** Returns false if the page had none. Its further tokens (api-tokens.ts) stay. */
export async function deletePageToken(db: Db, pageId: string): Promise<boolean> {
  return (await db.count(sql`delete from page_tokens where page_id = ${pageId}`)) > 0;
}

/** For each, the page's revision and what the token may do, if it is one of the page's. */
export function findPageTokens(db: Db, asked: { pageId: string; hash: Buffer }[]): Promise<(FoundToken | undefined)[]> {
  return eachByPage(
    db,
    asked,
    ({ pageId }) => pageId,
    (asked) => findTogether(db, asked),
  );
}

async function findTogether(db: Db, asked: { pageId: string; hash: Buffer }[]): Promise<(FoundToken | undefined)[]> {
  const rows = asked.map(({ pageId, hash }, place) => ({ place, page_id: pageId, hash: hash.toString("hex") }));
  const found = await db.many<FoundToken & { place: number }>(sql`
    select place, revision, api_tokens.id as token_id, coalesce(scope, 'all') as scope,
           coalesce(first.last_used_at, api_tokens.last_used_at, '-infinity') < now() - interval '1 minute' as is_stale
      from ${rowsOfPages(rows)} as asked (place integer, page_id text, hash text)
      join pages on pages.id = asked.page_id
      left join page_tokens as first
             on first.page_id = asked.page_id and first.hash = decode(asked.hash, 'hex')
      left join api_tokens
             on api_tokens.page_id = asked.page_id and api_tokens.hash = decode(asked.hash, 'hex')
     where first.page_id is not null or api_tokens.page_id is not null`);
  const byPlace = new Map(found.map((token) => [token.place, token]));
  return asked.map((_, place) => byPlace.get(place));
}

/** `tokenId` is null for the page's first token. `isStale`: the last recorded use is over a minute old. */
export type FoundToken = { revision: number; tokenId: number | null; scope: TokenScope; isStale: boolean };

/** True if the token is the page's first one. It cannot be replaced or deleted until the transaction ends. */
export async function holdPageToken(db: Db, pageId: string, hash: Buffer): Promise<boolean> {
  return (
    (await db.count(sql`
    select from page_tokens where page_id = ${pageId} and hash = ${hash} for share`)) > 0
  );
}

/** Called at most once a minute for a page: "last used" is for people. Skips a locked row. */
export async function touchPageToken(db: Db, pageId: string, hash: Buffer): Promise<void> {
  await db.count(sql`
    update page_tokens set last_used_at = now()
     where page_id = ${pageId}
       and page_id = (select page_id from page_tokens
                       where page_id = ${pageId} and hash = ${hash}
                         for no key update skip locked)`);
}

export function findPageToken(
  db: Db,
  pageId: string,
): Promise<{ createdAt: Date; lastUsedAt: Date | null } | undefined> {
  return db.find(sql`select created_at, last_used_at from page_tokens where page_id = ${pageId}`);
}
