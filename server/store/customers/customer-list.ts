import type { Db } from "../db/db.ts";
import { empty, type Sql, sql } from "../db/sql.ts";
import { conditionOf, type ListFilter, needsRow } from "./list-filter.ts";

/** `silent` are the customers without a conversation, who come behind all others in the order of activity. */
export type ListOrder = "activity" | "silent" | "newest" | "name";

/** A place in a list: the customer's key in the list's order, as text, and the psid. */
export type ListPlace = { key: string; psid: string };

/** `end` is the last customer that was looked at; null at the end of the list. */
export type CustomersFound = { found: ListPlace[]; end: ListPlace | null };

type Walk = {
  from: (pageId: string) => Sql;
  page: Sql;
  key: Sql;
  psid: Sql;
  type: Sql;
  isDescending: boolean;
  only?: Sql;
};

/**
 * Look-ups by key, with a limit of one: else the planner may read a whole table to join it. Each has the page as a value:
 * of several database servers, Citus then knows the one that has the rows.
 */
const entryOf = (pageId: string, psid: Sql): Sql => sql`
  join lateral (select page_id, psid, created_at, name, terms from customer_index
                 where customer_index.page_id = ${pageId} and customer_index.psid = ${psid}
                 limit 1) as entry on true`;
const talkOf = (pageId: string, psid: Sql): Sql => sql`
  left join lateral (select page_id, psid, last_id from conversations
                      where conversations.page_id = ${pageId} and conversations.psid = ${psid}
                      limit 1) as talk on true`;

const entries = { from: () => sql`customer_index as entry`, page: sql`entry.page_id`, psid: sql`entry.psid` };
const byAge = { ...entries, key: sql`entry.created_at`, type: sql`timestamptz`, isDescending: true };

/** Each order has an index with the page and its key. Activity is that of the inbox, which every turn moves. */
const walks: Record<ListOrder, Walk> = {
  activity: {
    from: (pageId) => sql`conversations as talk ${entryOf(pageId, sql`talk.psid`)}`,
    page: sql`talk.page_id`,
    key: sql`talk.last_id`,
    psid: sql`talk.psid`,
    type: sql`bigint`,
    isDescending: true,
    only: sql`and talk.psid is not null`,
  },
  silent: {
    ...byAge,
    from: (pageId) => sql`customer_index as entry ${talkOf(pageId, sql`entry.psid`)}`,
    only: sql`and talk.psid is null`,
  },
  newest: byAge,
  name: { ...entries, key: sql`entry.name`, type: sql`text`, isDescending: false },
};

/**
 * Walks the list in its order and returns the customers that fit. It looks at no more than `steps` customers, so that a
 * filter that fits nobody costs no more than one that fits everybody.
 */
export async function walkList(
  db: Db,
  pageId: string,
  filter: ListFilter,
  { order, after, limit, steps }: { order: ListOrder; after: ListPlace | null; limit: number; steps: number },
): Promise<CustomersFound> {
  const { from, page, key, psid, only = empty } = walks[order];
  const rows = await db.many<ListPlace & { fits: boolean; walked: number }>(sql`
    with walk as materialized (
      select ${psid}, ${key} as key, ${conditionOf(filter)} ${only} as fits
        from ${from(pageId)} ${joinRow(pageId, filter)}
       where ${page} = ${pageId} ${behind(order, after)}
       order by ${orderBy(order, key, psid)}
       limit ${steps})
    select *
      from ((select psid, key::text as key, true as fits, (select count(*)::int from walk) as walked
               from walk where fits order by ${orderBy(order, sql`walk.key`, sql`psid`)} limit ${limit})
            union all
            (select psid, key::text, false, (select count(*)::int from walk)
               from walk order by ${reverseOrder(order)} limit 1)) as answer`);
  const found = rows.filter(({ fits }) => fits).map(({ key, psid }) => ({ key, psid }));
  const last = rows.find(({ fits }) => !fits);
  const isAtEnd = !last || last.walked < steps;
  return { found, end: isAtEnd ? null : { key: last.key, psid: last.psid } };
}

/** The customers that fit, in order, if few have the filter's terms or are unreachable: all of these are read. */
export function pickFromFew(
  db: Db,
  pageId: string,
  filter: ListFilter,
  { order, after, limit, few }: { order: ListOrder; after: ListPlace | null; limit: number; few: Sql },
): Promise<ListPlace[]> {
  const { key, psid, only = empty } = walks[order];
  return db.many(sql`
    with few as materialized (${few})
    select ${psid}, ${key}::text as key
      from few ${entryOf(pageId, sql`few.psid`)} ${talkOf(pageId, sql`few.psid`)} ${joinRow(pageId, filter)}
     where ${conditionOf(filter)} ${only} ${behind(order, after)}
     order by ${orderBy(order, key, psid)}
     limit ${limit}`);
}

/** Customers of the page that fit, among the first `steps`; `isMore` if there are others. */
export async function countByWalk(
  db: Db,
  pageId: string,
  filter: ListFilter,
  steps: number,
): Promise<{ count: number; isMore: boolean }> {
  const row = await db.get<{ walked: number; fitting: number }>(sql`
    select count(*)::int as walked, count(*) filter (where fits)::int as fitting
      from (select ${conditionOf(filter)} as fits
              from customer_index as entry ${joinRow(pageId, filter)}
             where entry.page_id = ${pageId}
             order by entry.psid
             limit ${steps}) as walk`);
  return { count: row.fitting, isMore: row.walked >= steps };
}

/** All of the page's customers that fit, by psid: for jobs and exports, which go through all of them. */
export async function walkByPsid(
  db: Db,
  pageId: string,
  filter: ListFilter,
  { after, steps }: { after: string; steps: number },
): Promise<{ psids: string[]; end: string | null }> {
  const rows = await db.many<{ psid: string; fits: boolean }>(sql`
    select entry.psid, ${conditionOf(filter)} as fits
      from customer_index as entry ${joinRow(pageId, filter)}
     where entry.page_id = ${pageId} and entry.psid > ${after}
     order by entry.psid
     limit ${steps}`);
  const end = rows.length < steps ? null : (rows.at(-1)?.psid ?? null);
  return { psids: rows.flatMap(({ psid, fits }) => (fits ? psid : [])), end };
}

/** The customer's own row, where the filter asks for more than the index has. */
const joinRow = (pageId: string, filter: ListFilter): Sql =>
  needsRow(filter)
    ? sql`
        join lateral (select unreachable, last_input_at, is_blocked from customers
                       where customers.page_id = ${pageId} and customers.psid = entry.psid
                       limit 1) as customer on true`
    : empty;

function behind(order: ListOrder, after: ListPlace | null): Sql {
  if (!after) return empty;
  const { key, psid, type, isDescending } = walks[order];
  const place = sql`(${after.key}::${type}, ${after.psid})`;
  return isDescending ? sql`and (${key}, ${psid}) < ${place}` : sql`and (${key}, ${psid}) > ${place}`;
}

const orderBy = (order: ListOrder, key: Sql, psid: Sql): Sql =>
  walks[order].isDescending ? sql`${key} desc, ${psid} desc` : sql`${key}, ${psid}`;

const reverseOrder = (order: ListOrder): Sql =>
  walks[order].isDescending ? sql`walk.key, psid` : sql`walk.key desc, psid desc`;
