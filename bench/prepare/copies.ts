import type pg from "pg";
import { asSuperuser, withSuperuser } from "../superuser.ts";

/** The customers to copy, and the numbers of their copies on each page: from `from` up to but not including `to`. */
export type Copying = { psids: string[]; from: number; to: number };

/**
 * Copies everything that is stored about customers, in a few statements. Every column except psids and ids is copied
 * unchanged, so that the copies are like the rows of real turns. Rows are in the order in which they would have been
 * written: the first message of all customers, then the second of all. The server must not run.
 */
export async function copyCustomers(url: string, copying: Copying): Promise<void> {
  await onDatabase(url, async (client) => {
    const ids = await numberIds(client, copying);
    await copyRows(client, copying, { table: "customers", replaced: { psid: newPsid } });
    // Only events of the customers to copy have a negative number.
    const keys = { where: "old.key ~ '[.]-[0-9]+$'", replaced: { key: "old.key || '.' || n" } };
    await copyRows(client, copying, { table: "accepted_keys", ...keys });
    for (let rank = 0; rank < ids.ranks; rank++) {
      const where = `ids.rank = ${rank}`;
      const own = { psid: newPsid, id: newId("ids") };
      const message = { ...own, turn_id: newId("turn_ids") };
      await copyRows(client, copying, { table: "turns", joins: byId("ids", "id"), where, replaced: own });
      const joins = `${byId("ids", "id")} ${byId("turn_ids", "turn_id")}`;
      await copyRows(client, copying, { table: "messages", joins, where, replaced: message });
    }
    await client.query("select setval('conversation_ids', $1)", [ids.last + 1000]);
    // All copied messages are delivered.
    await client.query("update delivery_marks set settled_through = $1", [ids.last]);
  });
  await vacuumAndFlush(url);
}

/** Vacuums and flushes the new rows now, so that PostgreSQL does not do it while a job is measured. */
export async function vacuumAndFlush(url: string): Promise<void> {
  await asSuperuser(url, "vacuum (analyze)");
  await asSuperuser(url, "checkpoint");
}

export const newPsid = "left(old.psid, -9) || lpad(n::text, 9, '0')";

/** A table `bench_ids`: each id of the customers to copy, with its rank among its customer's ids. */
async function numberIds(client: pg.Client, { psids, from, to }: Copying): Promise<{ ranks: number; last: number }> {
  await client.query(`
    create temp table bench_ids as
    select page_id, id, dense_rank() over (partition by page_id order by id) - 1 as rank,
           dense_rank() over (order by page_id) - 1 as page,
           (select nextval('conversation_ids')) + 100000 as base,
           ${to - from} as count, (select count(*) from pages) as pages, ${from} as first
      from (select page_id, id from turns where psid = any ('{${psids.join(",")}}')
             union select page_id, id from messages where psid = any ('{${psids.join(",")}}')) as ids`);
  await client.query("create unique index on bench_ids (page_id, id)");
  const { rows } = await client.query<{ ranks: number; last: number }>(`
    select (max(rank) + 1)::float8 as ranks, (max(base) + (max(rank) + 1) * max(count) * max(pages))::float8 as last
      from bench_ids`);
  return rows[0] ?? { ranks: 0, last: 0 };
}

const byId = (name: string, column: string) =>
  `join bench_ids ${name} on ${name}.page_id = old.page_id and ${name}.id = old.${column}`;

/** Ids ascend by rank first, in the order in which things would have happened to all customers. */
const newId = (ids: string) =>
  `${ids}.base + (${ids}.rank * ${ids}.count + n - ${ids}.first) * ${ids}.pages + ${ids}.page`;

type RowCopy = { table: string; replaced: Record<string, string>; joins?: string; where?: string };

/** `joins` relate rows by ids of the customers to copy; without them, a row belongs to the customer of its psid. */
export async function copyRows(client: pg.Client, { psids, from, to }: Copying, copy: RowCopy): Promise<void> {
  const { table, replaced, joins = "", where = `old.psid = any ('{${psids.join(",")}}')` } = copy;
  const names = await columnsOf(client, table);
  await client.query(`
    insert into ${table} (${names.join(", ")})
    select ${names.map((name) => replaced[name] ?? `old.${name}`).join(", ")}
      from generate_series(${from}, ${to - 1}) as n cross join ${table} as old ${joins}
     where ${where}
     order by n`);
}

/** Copies every row of a page to other pages, which have none yet, and its time zone. */
export async function copySetup(url: string, from: string, to: string[]): Promise<void> {
  await onDatabase(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(`
      select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'page_id'`);
    for (const { name: table } of tables) {
      const names = await columnsOf(client, table);
      const values = names.map((name) => (name === "page_id" ? "copy.id" : `old.${name}`));
      await client.query(
        `insert into ${table} (${names.join(", ")}) select ${values.join(", ")}
           from ${table} as old cross join unnest($2::text[]) as copy (id) where old.page_id = $1`,
        [from, to],
      );
    }
    await client.query("update pages set timezone = old.timezone from pages as old where old.id = $1", [from]);
  });
}

async function columnsOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(column_name) as name from information_schema.columns
      where table_schema = 'public' and table_name = $1 order by ordinal_position`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** A connection without foreign key checks, which the original rows have passed. */
export function onDatabase<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  return withSuperuser(url, async (client) => {
    await client.query("set session_replication_role = replica; set synchronous_commit = off; set work_mem = '128MB'");
    return work(client);
  });
}
