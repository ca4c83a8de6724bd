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
  const found = await db.many<{ psid: string | null; id: number | null; all: number }>(sql`
    with few as materialized (select psid from customer_index where terms @@ ${query}::tsquery limit ${max + 1})
    select counted.all, line.psid, line.id
      from (select count(*)::int as all from few) as counted
      left join lateral (
             select few.psid, talk.id
               from few
              cross join lateral (select last_id as id from conversations
                                   where page_id = ${pageId} and conversations.psid = few.psid
                                   limit 1) as talk
              where counted.all <= ${max} ${before === null ? empty : sql`and talk.id < ${before}`}
              order by talk.id desc
              limit ${limit}) as line on true
     order by line.id desc`);
  if ((found[0]?.all ?? 0) > max) return undefined;
  return found.flatMap(({ psid, id }) => (psid === null || id === null ? [] : { psid, id }));
}

/** Those of the customers whose name is like this. */
export async function listNamed(db: Db, pageId: string, query: string, psids: string[]): Promise<Set<string>> {
  const rows = await db.many<{ psid: string }>(sql`
    select psid from customer_index
     where page_id = ${pageId} and psid = any (${psids}::text[]) and terms @@ ${query}::tsquery`);
  return new Set(rows.map(({ psid }) => psid));
}
