import type { Db } from "../db/db.ts";
import { empty, rowsOfPages, type Sql, sql } from "../db/sql.ts";
import { type BackwardSearch, type ConversationMatch, walkBack } from "./walk-back.ts";

export type WordRow = { page_id: string; id: number; psid: string; words: string[] };

export async function insertWords(db: Db, rows: WordRow[]): Promise<void> {
  await db.count(sql`
    insert into message_words (page_id, id, psid, words)
    select page_id, id, psid, array_to_tsvector(words)
      from ${rowsOfPages(rows)} as row (page_id text, id bigint, psid text, words text[])
        on conflict do nothing`);
}

export async function deleteWords(db: Db, pageId: string, id: number): Promise<void> {
  await db.count(sql`delete from message_words where page_id = ${pageId} and id = ${id}`);
}

/** The newest messages that have the words. Conversations with one from `before` on are left out: an earlier page has them. */
export const walkWords = (db: Db, search: BackwardSearch, steps: number) =>
  walkBack(
    db,
    {
      walk: sql`
        select id, psid, words from message_words where page_id = ${search.pageId} ${isBefore(search)}`,
      matches: sql`
        select psid, max(id) as id, 0 as steps
          from walk
         where words @@ ${search.query}::tsquery ${isNew(search, sql`walk.psid`)}
         group by psid
         order by id desc
         limit ${search.limit}`,
    },
    steps,
  );

/** All matches of rare words, by the index; undefined if there are more than `max` messages. */
export async function findRareWords(
  db: Db,
  search: BackwardSearch,
  max: number,
): Promise<ConversationMatch[] | undefined> {
  const { pageId, query, limit } = search;
  const found = await db.many<ConversationMatch & { all: number }>(sql`
    with found as materialized (
      select page_id, id, psid from message_words where words @@ ${query}::tsquery limit ${max + 1}
    )
    select psid, max(id) as id, (select count(*)::int from found) as all
      from found
     where page_id = ${pageId} ${isBefore(search)} ${isNew(search, sql`found.psid`)}
     group by psid
     order by id desc
     limit ${limit}`);
  return (found[0]?.all ?? 0) > max ? undefined : found;
}

const isBefore = ({ before }: BackwardSearch): Sql => (before === null ? empty : sql`and id < ${before}`);

const isNew = ({ pageId, query, before }: BackwardSearch, psid: Sql): Sql =>
  before === null
    ? empty
    : sql`and not exists (select from message_words as newer
                           where newer.page_id = ${pageId} and newer.psid = ${psid} and newer.id >= ${before}
                             and newer.words @@ ${query}::tsquery)`;
