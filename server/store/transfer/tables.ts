import type pg from "pg";
import { currentNames } from "../db/migrations/former.ts";

/** A table with the columns that are written; generated ones are left out. */
export type Table = { name: string; columns: string[] };

/** The last value that each sequence has given. */
export type Sequences = Record<string, number>;

/**
 * Tables whose rows belong to running processes: `nodes` names those of this database, and the list of migrations
 * belongs to the tables, not to their rows.
 */
const own = ["migrations", "nodes"];

/** Every table whose rows are copied. Unlogged ones are not: their rows may be lost at any time. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select relname as name,
            array(select attname::text
                    from pg_attribute
                   where attrelid = relation.oid and attnum > 0 and not attisdropped and attgenerated = ''
                   order by attnum) as columns
       from pg_class as relation
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and relpersistence = 'p' and relname <> all ($1)
      order by relname`,
    [own],
  );
  return rows;
}

export async function listSequences(client: pg.Client): Promise<Sequences> {
  const { rows } = await client.query<{ name: string; value: string | null }>(
    `select sequencename as name, last_value as value from pg_sequences where schemaname = 'public' order by 1`,
  );
  return Object.fromEntries(rows.flatMap(({ name, value }) => (value === null ? [] : [[name, Number(value)]])));
}

/** The names of the migrations that the database has; none for an empty one. */
export async function listApplied(client: pg.Client): Promise<string[]> {
  const { rows: found } = await client.query("select from pg_class where oid = to_regclass('public.migrations')");
  if (found.length === 0) return [];
  const { rows } = await client.query<{ name: string }>("select name from public.migrations order by name");
  return currentNames(rows.map(({ name }) => name));
}

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const columnList = (columns: string[]): string => columns.map(quote).join(", ");
