import type { Db } from "../db/db.ts";
import { empty, sql } from "../db/sql.ts";
import { type BackwardSearch, type ConversationMatch, walkBack } from "./walk-back.ts";

/** Conversations by last activity whose customer has a name like this. */
export const walkNames = (db: Db, { pageId, query, before, limit }: BackwardSearch, steps: number) =>
  walkBack(
    db,
    {
      walk: sql`
        select psid, last_id as id from conversations
         where page_id = ${pageId} ${before === null ? empty : sql`and last_id < ${before}`}`,
      matches: sql`
        select walk.psid, walk.id, 0 as steps
          from walk
         cross join lateral (select terms from customer_index
                              where customer_index.page_id = ${pageId} and customer_index.psid = walk.psid
                              limit 1) as entry
         where entry.terms @@ ${query}::tsquery
         order by walk.id desc
         limit ${limit}`,
    },
    steps,
  );

/** All conversations with a rare name, by the index; undefined if more than `max` customers have it. */
export async function findRareNames(
  db: Db,
  search: BackwardSearch,
  max: number,
): Promise<ConversationMatch[] | undefined> {
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
