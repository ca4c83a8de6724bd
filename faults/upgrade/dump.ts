import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { onServer } from "../../server/test/database/template.ts";

/**
 * A database as plain SQL: the migrations that have made it, without their comments, then every row. Needs no program
 * of PostgreSQL, which the embedded server does not bring along.
 */
export async function dumpDatabase(url: string, migrations: string): Promise<string> {
  const rows = await dumpRows(url);
  return [
    "begin;",
    ...schemaOf(migrations),
    strictReferences,
    alterReferences("deferrable initially deferred"),
    ...rows,
    "set constraints all immediate;",
    alterReferences("not deferrable"),
    "commit;",
    "",
  ].join("\n");
}

function schemaOf(folder: string): string[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  const created = "create table migrations (name text primary key, applied_at timestamptz not null default now());";
  return [created, ...files.sort().map((name) => withoutComments(readFileSync(join(folder, name), "utf8")))];
}

function withoutComments(text: string): string {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.trim().startsWith("--"))
    .join("\n");
}

/** Tables refer to each other in circles, so that no order of them satisfies every reference at every statement. */
const strictReferences = `create temporary table strict_references on commit drop as
select conrelid::regclass as place, conname from pg_constraint
 where contype = 'f' and not condeferrable and connamespace = 'public'::regnamespace;`;

const alterReferences = (how: string) => `do $$
declare reference record;
begin
  for reference in select place, conname from strict_references loop
    execute format('alter table %s alter constraint %I ${how}', reference.place, reference.conname);
  end loop;
end $$;`;

function dumpRows(url: string): Promise<string[]> {
  return onServer(url, async (client) => {
    const list = async (query: string) => (await client.query<{ value: string }>(query)).rows.map(({ value }) => value);
    const statements: string[] = [];
    for (const table of await list("select tablename as value from pg_tables where schemaname = 'public' order by 1")) {
      const rows = await list(`select to_json(each)::text as value from ${table} as each`);
      if (rows.length > 0) statements.push(insertOf(table, rows));
    }
    const sequences = await list(
      `select format('select setval(%L, %s);', sequencename, last_value) as value
         from pg_sequences where schemaname = 'public' and last_value is not null order by sequencename`,
    );
    return [...statements, ...sequences];
  });
}

function insertOf(table: string, rows: string[]): string {
  const values = `[\n${rows.join(",\n")}\n]`.replaceAll("'", "''");
  return `insert into ${table} select * from json_populate_recordset(null::${table}, '${values}');`;
}
