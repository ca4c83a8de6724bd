import type pg from "pg";

/** A foreign key with the text that makes it. */
export type ForeignKey = { table: string; name: string; definition: string };

/** Keeps the keys while they are dropped: a run that is killed goes on with them. */
const aside = "foreign_keys_aside";

/**
 * Drops all foreign keys, and remembers them. Citus distributes one table after the other, and would refuse a key
 * between a table that is distributed and one that is not yet.
 */
export async function setKeysAside(client: pg.Client): Promise<void> {
  await inTransaction(client, async () => {
    await client.query(`create table if not exists ${aside} ("table" text, name text, definition text)`);
    for (const { table, name, definition } of await listForeignKeys(client)) {
      await client.query(`insert into ${aside} values ($1, $2, $3)`, [table, name, allowedForm(definition)]);
      await client.query(`alter table ${table} drop constraint ${name}`);
    }
  });
}

export async function listKeysAside(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<{ found: string | null }>("select to_regclass($1) as found", [aside]);
  if (rows[0]?.found == null) return [];
  return (await client.query<ForeignKey>(`select "table", name, definition from ${aside} order by 1, 2`)).rows;
}

/** Adds a key again. */
export async function restoreKey(client: pg.Client, { table, name, definition }: ForeignKey): Promise<void> {
  await inTransaction(client, async () => {
    await client.query("set local citus.multi_shard_modify_mode = 'sequential'");
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    await client.query(`delete from ${aside} where "table" = $1 and name = $2`, [table, name]);
  });
}

export async function dropAside(client: pg.Client): Promise<void> {
  await client.query(`drop table if exists ${aside}`);
}

/** Our foreign keys; Citus has tables of its own in other schemas. */
export async function listForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
     order by 1, 2`);
  return rows;
}

/**
 * The key as Citus takes it. It allows no action that sets a part of a key with the page to null; the store unsets such
 * references itself before it deletes.
 */
const allowedForm = (definition: string): string => definition.replace(/ ON DELETE SET NULL \([^)]*\)/, "");

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query("begin");
  try {
    await work();
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}
