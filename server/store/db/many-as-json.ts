import type { Db } from "./db.ts";
import { type Sql, sql } from "./sql.ts";

/**
 * The rows of a query as one JSON value, in the query's order. Thousands of short rows take the driver several times as
 * long one by one. The query names its columns as the fields are called, and has no dates.
 */
export async function manyAsJson<Row>(db: Db, query: Sql): Promise<Row[]> {
  const { rows } = await db.get<{ rows: Row[] }>(sql`
    select coalesce(json_agg(row), '[]') as rows from (${query}) as row`);
  return rows;
}
