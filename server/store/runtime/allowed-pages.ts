import { pagesOf, type Sql, sql } from "../db/sql.ts";

/** The token that a caller has given, as the hexadecimal hash; null where the caller needs none. */
export type GivenToken = { page_id: string; token_hash: string | null };

/**
 * Those of the given tokens that are valid now, as the CTE `alive`. The share lock keeps a token from being replaced or
 * deleted until the statement has committed. Sorted, so that two statements lock in the same order.
 */
export function liveTokensCte(given: GivenToken[]): Sql {
  const tokens = given.filter(({ token_hash }) => token_hash !== null).sort(byPage);
  if (tokens.length === 0) return sql`alive as (select ''::text as page_id, ''::text as hash where false)`;
  // Inside a select of its own: Citus 13 cannot read back the rows of a CTE that locks.
  const live = (table: Sql) => sql`select page_id, hash from (${lockLive(table, tokens)}) as locked`;
  return sql`
    live_page_tokens as materialized (${live(sql`page_tokens`)}),
    live_api_tokens as materialized (${live(sql`api_tokens`)}),
    alive as materialized (select page_id, hash from live_page_tokens union all
                           select page_id, hash from live_api_tokens)`;
}

function lockLive(table: Sql, tokens: GivenToken[]): Sql {
  const hashes = tokens.map(({ token_hash }) => token_hash);
  const [pageId, ...others] = new Set(tokens.map(({ page_id }) => page_id));
  if (others.length === 0)
    return sql`
      select page_id, encode(hash, 'hex') as hash from ${table}
       where page_id = ${pageId ?? ""} and hash in (select decode(hex, 'hex') from unnest(${hashes}::text[]) as hex)
         for share`;
  return sql`
      select token.page_id, encode(token.hash, 'hex') as hash
        from (select distinct page_id, hash from unnest(${pagesOf(tokens)}, ${hashes}::text[]) as given (page_id, hash)
               order by page_id, hash) as asked
        join ${table} as token on token.page_id = asked.page_id and token.hash = decode(asked.hash, 'hex')
         for share of token`;
}

const byPage = (one: GivenToken, other: GivenToken) => (one.page_id < other.page_id ? -1 : 1);

/**
 * The pages that a commit of turns writes, as the CTE `allowed`: those of the fence without those for which a caller
 * has given a token that is no longer valid.
 */
export function allowedPagesCte(tokens: GivenToken[]): Sql {
  const given = tokens.filter(({ token_hash }) => token_hash !== null);
  if (given.length === 0) return sql`allowed as materialized (select page_id from fence)`;
  const hashes = given.map(({ token_hash }) => token_hash);
  return sql`${liveTokensCte(given)}, allowed as materialized (
      select page_id from fence
       where not exists (select from unnest(${pagesOf(given)}, ${hashes}::text[]) as given (page_id, hash)
                          where given.page_id = fence.page_id
                            and not exists (select from alive
                                             where alive.page_id = given.page_id and alive.hash = given.hash))
    )`;
}

/** True for rows of pages in `allowed`. */
export const isAllowed = (pageId: Sql): Sql => sql`${pageId} = any (array(select page_id from allowed))`;
