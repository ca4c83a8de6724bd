import type { Db } from "../db/db.ts";
import { empty, json, type Sql, sql } from "../db/sql.ts";

export type NewPassage = {
  heading: string;
  text: string;
  url: string | null;
  /** A `tsvector` as text. */
  words: string;
};

export type StoredPassage = { id: number; sourceId: number; heading: string; text: string; url: string | null };

export async function insertPassages(
  db: Db,
  pageId: string,
  sourceId: number,
  passages: readonly NewPassage[],
): Promise<void> {
  await db.count(sql`
    insert into knowledge_passages (page_id, source_id, heading, text, url, words)
    select ${pageId}, ${sourceId}, heading, text, url, words::tsvector
      from json_to_recordset(${json(passages)}) as row (heading text, text text, url text, words text)`);
}

export async function deletePassages(db: Db, pageId: string, sourceId: number): Promise<void> {
  await db.count(sql`delete from knowledge_passages where page_id = ${pageId} and source_id = ${sourceId}`);
}

/** In the order of the source. */
export function listPassages(
  db: Db,
  pageId: string,
  sourceId: number,
  { after, limit }: { after: number; limit: number },
): Promise<StoredPassage[]> {
  return db.many(sql`
    select id, source_id, heading, text, url
      from knowledge_passages
     where page_id = ${pageId} and source_id = ${sourceId} and id > ${after}
     order by id
     limit ${limit}`);
}

export function listPassagesOf(db: Db, pageId: string, ids: number[]): Promise<StoredPassage[]> {
  return db.many(sql`
    select id, source_id, heading, text, url
      from knowledge_passages
     where page_id = ${pageId} and id = any (${ids}::bigint[])`);
}

/** Of all sources, or of those; null stands for all. */
export type Within = { pageId: string; sources: number[] | null };

const ofSources = ({ sources }: Within): Sql =>
  sources === null ? empty : sql`and source_id = any (${sources}::bigint[])`;

export async function countPassages(db: Db, within: Within): Promise<number> {
  const { count } = await db.get<{ count: number }>(sql`
    select count(*)::int as count from knowledge_passages where page_id = ${within.pageId} ${ofSources(within)}`);
  return count;
}

/** How many passages have each of the words, in their order. */
export async function countWords(db: Db, within: Within, words: string[]): Promise<number[]> {
  const rows = await db.many<{ count: number }>(sql`
    select (select count(*)::int from knowledge_passages
             where page_id = ${within.pageId} ${ofSources(within)} and knowledge_passages.words @@ asked.word::tsquery) as count
      from unnest(${words}::text[]) with ordinality as asked (word, place)
     order by place`);
  return rows.map(({ count }) => count);
}

/** Passages with any of the words, those with the most weight first. A word of the heading counts half more. */
export function findByWords(
  db: Db,
  within: Within,
  { query, words, weights, limit }: { query: string; words: string[]; weights: number[]; limit: number },
): Promise<StoredPassage[]> {
  return db.many(sql`
    select id, source_id, heading, text, url
      from knowledge_passages
     where page_id = ${within.pageId} ${ofSources(within)} and words @@ ${query}::tsquery
     order by (select sum(case when words @@ (word || ':A')::tsquery then 1.5
                               when words @@ word::tsquery then 1 else 0 end * weight)
                 from unnest(${words}::text[], ${weights}::float8[]) as asked (word, weight)) desc,
              id
     limit ${limit}`);
}

/** Passages without a vector, in their order. */
export function listWithoutVector(
  db: Db,
  pageId: string,
  sourceId: number,
  limit: number,
): Promise<{ id: number; heading: string; text: string }[]> {
  return db.many(sql`
    select id, heading, text
      from knowledge_passages
     where page_id = ${pageId} and source_id = ${sourceId} and embedding is null
     order by id
     limit ${limit}`);
}

export async function saveVectors(db: Db, pageId: string, vectors: { id: number; embedding: Buffer }[]): Promise<void> {
  const rows = vectors.map(({ id, embedding }) => ({ id, embedding: embedding.toString("base64") }));
  await db.count(sql`
    update knowledge_passages set embedding = decode(row.embedding, 'base64')
      from json_to_recordset(${json(rows)}) as row (id bigint, embedding text)
     where knowledge_passages.page_id = ${pageId} and knowledge_passages.id = row.id`);
}

/** Vectors of another model cannot be compared with those of this one. */
export async function clearVectors(db: Db, pageId: string, sourceId: number): Promise<void> {
  await db.count(sql`
    update knowledge_passages set embedding = null
     where page_id = ${pageId} and source_id = ${sourceId} and embedding is not null`);
}

export function listVectors(
  db: Db,
  pageId: string,
  { after, limit }: { after: number; limit: number },
): Promise<{ id: number; sourceId: number; embedding: Buffer }[]> {
  return db.many(sql`
    select id, source_id, embedding
      from knowledge_passages
     where page_id = ${pageId} and id > ${after} and embedding is not null
     order by id
     limit ${limit}`);
}
