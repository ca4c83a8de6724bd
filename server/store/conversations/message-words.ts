import type { Db } from "../db/db.ts";
import { empty, rowsOfPages, type Sql, sql } from "../db/sql.ts";

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

/** The newest message of a conversation that has the words. */
export type WordMatch = { psid: string; id: number };

/** `query` is a tsquery. Conversations with a match from `before` on are left out: an earlier page has them. */
export type WordSearch = { pageId: string; query: string; before: number | null; limit: number };

/**
 * Looks through the newest messages before a position, at most `steps` of them: finds common words at once, however many
 * messages have them. `end` is where it stopped; null if it has seen all.
 */
export async function walkWords(
  db: Db,
  search: WordSearch,
  steps: number,
): Promise<{ matches: WordMatch[]; end: number | null }> {
  const { pageId, query, before, limit } = search;
  const walked = await db.many<{ psid: string | null; id: number; steps: number }>(sql`
    with walk as materialized (
      select id, psid, words from message_words
       where page_id = ${pageId} ${before === null ? empty : sql`and id < ${before}`}
       order by id desc
       limit ${steps}
    )
    (select psid, max(id) as id, 0 as steps
       from walk
      where words @@ ${query}::tsquery ${isNew(search, sql`walk.psid`)}
      group by psid
      order by id desc
      limit ${limit})
     union all
    select null, min(id), count(*)::int from walk having count(*) > 0
     order by id desc`);
  const rest = walked.find(({ psid }) => psid === null);
  return {
    matches: walked.filter((match): match is WordMatch & { steps: number } => match.psid !== null),
    end: rest?.steps === steps ? rest.id : null,
  };
}

/** All matches of rare words, by the index; undefined if there are more than `max` messages. */
export async function findRareWords(db: Db, search: WordSearch, max: number): Promise<WordMatch[] | undefined> {
  const { pageId, query, before, limit } = search;
  const found = await db.many<WordMatch & { all: number }>(sql`
    with found as materialized (
      select page_id, id, psid from message_words where words @@ ${query}::tsquery limit ${max + 1}
    )
    select psid, max(id) as id, (select count(*)::int from found) as all
      from found
     where page_id = ${pageId} ${before === null ? empty : sql`and id < ${before}`} ${isNew(search, sql`found.psid`)}
     group by psid
     order by id desc
     limit ${limit}`);
  return (found[0]?.all ?? 0) > max ? undefined : found;
}

const isNew = ({ pageId, query, before }: WordSearch, psid: Sql): Sql =>
  before === null
    ? empty
    : sql`and not exists (select from message_words as newer
                           where newer.page_id = ${pageId} and newer.psid = ${psid} and newer.id >= ${before}
                             and newer.words @@ ${query}::tsquery)`;
