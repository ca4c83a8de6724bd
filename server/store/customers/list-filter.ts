import type { Db } from "../db/db.ts";
import { type Sql, sql } from "../db/sql.ts";

/** The customers that a list shows: all that meet every condition. */
export type ListFilter = {
  /** A query for the index's terms, in the form of a tsquery. */
  query: string | null;
  /** They have written since, in epoch milliseconds. */
  activeSince: number | null;
  isUnreachable: boolean | null;
  isBlocked: boolean | null;
};

/** True if the filter asks for more than the index has. */
export const needsRow = ({ activeSince, isUnreachable, isBlocked }: ListFilter): boolean =>
  activeSince !== null || isUnreachable !== null || isBlocked !== null;

/** For `customer_index as entry` and, if `needsRow`, the customer's own row as `customer`. */
export function conditionOf({ query, activeSince, isUnreachable, isBlocked }: ListFilter): Sql {
  const conditions = [
    ...(query === null ? [] : [sql`entry.terms @@ ${query}::tsquery`]),
    ...(activeSince === null
      ? []
      : [sql`coalesce(customer.last_input_at >= to_timestamp(${activeSince}::float8 / 1000), false)`]),
    ...(isUnreachable === null ? [] : [sql`(customer.unreachable is not null) = ${isUnreachable}::boolean`]),
    ...(isBlocked === null ? [] : [sql`customer.is_blocked = ${isBlocked}::boolean`]),
  ];
  return conditions.reduce((all, condition) => sql`${all} and ${condition}`, sql`true`);
}

/** For each condition with an index of its own, the customers that it finds, at most `limit`. */
export function listsOfFew(pageId: string, { query, isUnreachable, isBlocked }: ListFilter, limit: number): Sql[] {
  return [
    ...(query === null ? [] : [sql`select psid from customer_index where terms @@ ${query}::tsquery limit ${limit}`]),
    ...(isUnreachable === true
      ? [sql`select psid from customers where page_id = ${pageId} and unreachable is not null limit ${limit}`]
      : []),
    ...(isBlocked === true
      ? [sql`select psid from customers where page_id = ${pageId} and is_blocked limit ${limit}`]
      : []),
  ];
}

export async function countFew(db: Db, few: Sql): Promise<number> {
  return (await db.get<{ count: number }>(sql`select count(*)::int as count from (${few}) as few`)).count;
}

/** How many customers the page has, counted up to `limit`. */
export async function countAll(db: Db, pageId: string, limit: number): Promise<number> {
  const row = await db.get<{ count: number }>(sql`
    select count(*)::int as count
      from (select from customer_index where page_id = ${pageId} order by psid limit ${limit}) as counted`);
  return row.count;
}
