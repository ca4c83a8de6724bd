import { type Sql, sql } from "../db/sql.ts";

/**
 * The tokens of these pages that are valid now, as the CTE `alive`. The share lock keeps a token from being replaced
 * until the statement has committed. Sorted, so that two statements lock in the same order.
 */
export function liveTokensCte(pageIds: string[]): Sql {
  const [pageId, ...others] = [...new Set(pageIds)].sort();
  if (pageId === undefined) return sql`alive as (select ''::text as page_id, ''::text as hash where false)`;
  if (others.length === 0)
    return sql`
    alive as materialized (
      select page_id, encode(hash, 'hex') as hash from page_tokens where page_id = ${pageId} for share
    )`;
  return sql`
    alive as materialized (
      select page_tokens.page_id, encode(hash, 'hex') as hash
        from unnest(${[pageId, ...others]}::text[]) as asked (page_id)
        join page_tokens on page_tokens.page_id = asked.page_id
         for share of page_tokens
    )`;
}

/** The token that a caller has given, as the hexadecimal hash; null where the caller needs none. */
export type GivenToken = { page_id: string; token_hash: string | null };

/**
 * The pages that a commit of turns writes, as the CTE `allowed`: those of the fence without those for which a caller
 * has given a token that is no longer valid.
 */
export function allowedPagesCte(tokens: GivenToken[]): Sql {
  const given = tokens.filter(({ token_hash }) => token_hash !== null);
  if (given.length === 0) return sql`allowed as materialized (select page_id from fence)`;
  const pages = given.map(({ page_id }) => page_id);
  const hashes = given.map(({ token_hash }) => token_hash);
  return sql`${liveTokensCte(pages)}, allowed as materialized (
      select page_id from fence
       where not exists (select from unnest(${pages}::text[], ${hashes}::text[]) as given (page_id, hash)
                          where given.page_id = fence.page_id
                            and not exists (select from alive
                                             where alive.page_id = given.page_id and alive.hash = given.hash))
    )`;
}

/** True for rows of pages in `allowed`. */
export const isAllowed = (pageId: Sql): Sql => sql`${pageId} = any (array(select page_id from allowed))`;
