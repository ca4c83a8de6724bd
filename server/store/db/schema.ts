import type { Db } from "./db.ts";
import { sql } from "./sql.ts";

/** The schema as text to read and compare, the same from every supported version of PostgreSQL. */
export async function dumpSchema(db: Db): Promise<string> {
  const parts = [...(await listSequences(db)), ...(await listTables(db)), ...(await listIndexes(db))];
  return parts.map((part) => `${part};\n`).join("\n");
}

async function listSequences(db: Db): Promise<string[]> {
  const rows = await db.many<{ name: string; type: string; start: number }>(sql`
    select sequencename as name, data_type::text as type, start_value as start
      from pg_sequences
     where schemaname = 'public'
     order by sequencename`);
  return rows.map(({ name, type, start }) => `create sequence ${name} as ${type} start ${start}`);
}

async function listTables(db: Db): Promise<string[]> {
  const rows = await db.many<{ name: string; kind: string; options: string[] | null; lines: string[] }>(sql`
    select relname as name, relpersistence as kind, reloptions as options,
           ${columns} || ${constraints} as lines
      from pg_class as relation
     where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
     order by relname`);
  return rows.map(({ name, kind, options, lines }) => {
    const settings = options ? ` with (${options.join(", ")})` : "";
    const body = lines.map((line) => `  ${line}`).join(",\n");
    return `create ${kind === "u" ? "unlogged " : ""}table ${name} (\n${body}\n)${settings}`;
  });
}

const columns = sql`
  array(select quote_ident(attname) || ' ' || format_type(atttypid, atttypmod)
               || case when attnotnull then ' not null' else '' end
               || coalesce(' default ' || pg_get_expr(adbin, adrelid), '')
          from pg_attribute
          left join pg_attrdef on adrelid = attrelid and adnum = attnum
         where attrelid = relation.oid and attnum > 0 and not attisdropped
         order by attnum)`;

// PostgreSQL 18 has named "not null" constraints; here they are part of their column.
const constraints = sql`
  array(select 'constraint ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid)
          from pg_constraint
         where conrelid = relation.oid and contype in ('p', 'u', 'f', 'c', 'x')
         order by position(contype::text in 'pufcx'), conname)`;

/** Indexes that do not belong to a constraint. */
async function listIndexes(db: Db): Promise<string[]> {
  const rows = await db.many<{ definition: string }>(sql`
    select pg_get_indexdef(indexrelid) as definition
      from pg_index
      join pg_class as relation on relation.oid = indexrelid
     where relnamespace = 'public'::regnamespace
       and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
     order by relname`);
  return rows.map(({ definition }) => definition.replaceAll("public.", ""));
}
