import type { Keyword } from "@banter/core/model/keyword.ts";
import type { Db } from "../db/db.ts";
import { manyAsJson } from "../db/many-as-json.ts";
import { json, type Sql, sql } from "../db/sql.ts";

const keywordsOf = (pageId: string | Sql) => sql`
    select keywords.id, keywords.name, match, phrases, require, excludes, typos, hours, is_activated,
           flows.id as flow_id
      from keywords
      left join flows on flows.page_id = keywords.page_id and flows.id = flow_id and trashed_at is null
     where keywords.page_id = ${pageId}`;

/** In the owner's order. The flow id is null if the flow is in the trash. */
export function listKeywords(db: Db, pageId: string): Promise<Keyword[]> {
  return db.many(keywordRows(pageId));
}

export const keywordRows = (pageId: string | Sql) => sql`${keywordsOf(pageId)}
     order by keywords.position, keywords.id`;

export async function listKeywordNames(db: Db, pageId: string): Promise<Map<number, string>> {
  const rows = await db.many<{ id: number; name: string }>(sql`
    select id, name from keywords where page_id = ${pageId} order by position, id`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export function findKeyword(db: Db, pageId: string, keywordId: number): Promise<Keyword | undefined> {
  return db.find(sql`${keywordsOf(pageId)} and keywords.id = ${keywordId}`);
}

/** The same list, without what decides when a keyword matches. */
export function listKeywordFlows(db: Db, pageId: string): Promise<Pick<Keyword, "id" | "flowId" | "isActivated">[]> {
  return manyAsJson(
    db,
    sql`
    select keywords.id, is_activated as "isActivated", flows.id as "flowId"
      from keywords
      left join flows on flows.page_id = keywords.page_id and flows.id = flow_id and trashed_at is null
     where keywords.page_id = ${pageId}
     order by keywords.position, keywords.id`,
  );
}

/** Inserts or updates keywords. Their positions follow the list, from `firstPosition` on. */
export async function saveKeywords(db: Db, pageId: string, keywords: Keyword[], firstPosition = 1): Promise<void> {
  const rows = keywords.map(({ flowId, isActivated, ...keyword }, index) => ({
    ...keyword,
    flow_id: flowId,
    is_activated: isActivated,
    position: firstPosition + index,
  }));
  await db.count(sql`
    insert into keywords (page_id, id, position, name, match, phrases, require, excludes, typos, hours, flow_id,
                          is_activated)
    select ${pageId}, id, position, name, match, phrases, require, excludes, typos, hours, flow_id, is_activated
      from json_to_recordset(${json(rows)})
        as row (id bigint, position integer, name text, match text, phrases text[], require text, excludes text[],
                typos boolean, hours json, flow_id bigint, is_activated boolean)
        on conflict (page_id, id) do update
       set position = excluded.position, name = excluded.name, match = excluded.match, phrases = excluded.phrases,
           require = excluded.require, excludes = excluded.excludes, typos = excluded.typos, hours = excluded.hours,
           flow_id = excluded.flow_id, is_activated = excluded.is_activated`);
}

/** The position stays. So does the flow unless one is given, because a flow in the trash may be restored. */
export async function updateKeyword(
  db: Db,
  pageId: string,
  keyword: Keyword,
  { isFlowGiven }: { isFlowGiven: boolean },
): Promise<void> {
  const { id, name, match, phrases, require, excludes, typos, hours, flowId, isActivated } = keyword;
  await db.count(sql`
    update keywords
       set name = ${name}, match = ${match}, phrases = ${phrases}, require = ${require}, excludes = ${excludes},
           typos = ${typos}, hours = ${json(hours)}, is_activated = ${isActivated},
           flow_id = case when ${isFlowGiven} then ${flowId} else flow_id end
     where page_id = ${pageId} and id = ${id}`);
}

/** Sorts the keywords like the ids. */
export async function saveKeywordOrder(db: Db, pageId: string, ids: number[]): Promise<void> {
  await db.count(sql`
    update keywords set position = place
      from unnest(${ids}::bigint[]) with ordinality as wanted (id, place)
     where page_id = ${pageId} and keywords.id = wanted.id`);
}

/** Returns false if the page has no such keyword. */
export async function setKeywordFlow(db: Db, pageId: string, id: number, flowId: number | null): Promise<boolean> {
  return (
    (await db.count(sql`
    update keywords set flow_id = ${flowId} where page_id = ${pageId} and id = ${id}`)) > 0
  );
}

export async function deleteKeywords(db: Db, pageId: string, ids: number[]): Promise<void> {
  await db.count(sql`delete from keywords where page_id = ${pageId} and id = any (${ids}::bigint[])`);
}

export async function lastKeywordPosition(db: Db, pageId: string): Promise<number> {
  const row = await db.get<{ position: number }>(sql`
    select coalesce(max(position), 0) as position from keywords where page_id = ${pageId}`);
  return row.position;
}

/** Before flows are deleted: no keywords may refer to them. */
export async function unsetKeywordFlows(db: Db, pageId: string, flowIds: number[]): Promise<void> {
  await db.count(sql`
    update keywords set flow_id = null where page_id = ${pageId} and flow_id = any (${flowIds}::bigint[])`);
}
