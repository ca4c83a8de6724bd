import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

export type NewMiss = { psid: string; question: string; folded: string; score: number };

/** Stores nothing about somebody who is no customer any more: an erasure waits for the lock and then finds the row. */
export async function insertMiss(db: Db, pageId: string, { psid, question, folded, score }: NewMiss): Promise<void> {
  await db.count(sql`
    insert into knowledge_misses (page_id, psid, question, folded, score)
    select page_id, psid, ${question}::text, ${folded}::text, ${score}::real
      from (select page_id, psid
              from customers
             where page_id = ${pageId} and psid = ${psid}
               for key share) as asker`);
}

/** Questions that are equal but for marks and signs. `question` is the newest of them, `score` the best. */
export type MissGroup = { folded: string; question: string; count: number; askedAt: Date; score: number };

/** The newest so many are looked at; the most frequent come first. */
const maxLookedAt = 5000;

export function listMisses(db: Db, pageId: string, limit: number): Promise<MissGroup[]> {
  return db.many(sql`
    select folded, (array_agg(question order by id desc))[1] as question, count(*)::int as count,
           max(asked_at) as asked_at, max(score) as score
      from (select id, folded, question, asked_at, score
              from knowledge_misses
             where page_id = ${pageId}
             order by id desc
             limit ${maxLookedAt}) as miss
     group by folded
     order by count desc, asked_at desc
     limit ${limit}`);
}

/** Those of one group, or all. */
export async function deleteMisses(db: Db, pageId: string, folded: string | null): Promise<number> {
  return db.count(sql`
    delete from knowledge_misses
     where page_id = ${pageId} and (${folded}::text is null or folded = ${folded}::text)`);
}

export function deleteOldMisses(
  db: Db,
  pageId: string,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  return db.count(sql`
    delete from knowledge_misses
     where page_id = ${pageId}
       and id in (select id from knowledge_misses as old
                   where old.page_id = ${pageId} and asked_at < now() - make_interval(days => ${days})
                   order by id
                   limit ${limit})`);
}
