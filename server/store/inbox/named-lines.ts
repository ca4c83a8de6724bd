import type { Db } from "../db/db.ts";
import { empty, sql } from "../db/sql.ts";

/** `query` is a tsquery of the customers' index. */
export type NameSearch = { pageId: string; query: string; before: number | null; limit: number };

/** Conversations by last activity whose customer has a name like this. */
export type NameMatch = { psid: string; id: number };

/** Looks through the newest conversations, at most `steps` of them. `end` is where it stopped; null if it has seen all. */
export async function walkNames(
  db: Db,
  { pageId, query, before, limit }: NameSearch,
  steps: number,
): Promise<{ matches: NameMatch[]; end: number | null }> {
  const walked = await db.many<{ psid: string | null; id: number; steps: number }>(sql`
    with walk as materialized (
      select psid, last_id as id from conversations
       where page_id = ${pageId} ${before === null ? empty : sql`and last_id < ${before}`}
       order by last_id desc
       limit ${steps}
    )
    (select walk.psid, walk.id, 0 as steps
       from walk
      cross join lateral (select terms from customer_index
                           where customer_index.page_id = ${pageId} and customer_index.psid = walk.psid
                           limit 1) as entry
      where entry.terms @@ ${query}::tsquery
      order by walk.id desc
      limit ${limit})
     union all
    select null, min(id), count(*)::int from walk having count(*) > 0
     order by id desc`);
  const rest = walked.find(({ psid }) => psid === null);
  return {
    matches: walked.filter((match): match is NameMatch & { steps: number } => match.psid !== null),
    end: rest?.steps === steps ? rest.id : null,
  };
}

/** All conversations with a rare name, by the index; undefined if more than `max` customers have it. */
export async function findRareNames(db: Db, search: NameSearch, max: number): Promise<NameMatch[] | undefined> {
  const { pageId, query, before, limit } = search;
  const { all } = await db.get<{ all: number }>(sql`
    select count(*)::int as all from (select from customer_index where terms @@ ${query}::tsquery limit ${max + 1}) as few`);
  if (all > max) return undefined;
  return db.many(sql`
    select psid, last_id as id
      from customer_index as entry
      join conversations using (page_id, psid)
     where page_id = ${pageId} and entry.terms @@ ${query}::tsquery
       ${before === null ? empty : sql`and last_id < ${before}`}
     order by last_id desc
     limit ${limit}`);
}

/** Those of the customers whose name is like this. */
export async function listNamed(db: Db, pageId: string, query: string, psids: string[]): Promise<Set<string>> {
  const rows = await db.many<{ psid: string }>(sql`
    select psid from customer_index
     where page_id = ${pageId} and psid = any (${psids}::text[]) and terms @@ ${query}::tsquery`);
  return new Set(rows.map(({ psid }) => psid));
}
