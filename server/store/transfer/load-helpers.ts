import type pg from "pg";

/**
 * Removes everything that slows loading down or needs an order of the tables: foreign keys, indexes and triggers.
 * Returns a function that puts them back, which checks every foreign key.
 */
export async function dropHelpers(client: pg.Client): Promise<() => Promise<void>> {
  const keys = await listForeignKeys(client);
  const indexes = await listIndexes(client);
  const triggered = await listTriggered(client);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  for (const { table } of triggered) await client.query(`alter table ${table} disable trigger user`);

  return async () => {
    for (const { definition } of indexes) await client.query(definition);
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    for (const { table } of triggered) await client.query(`alter table ${table} enable trigger user`);
  };
}

type Helper = { table: string; name: string; definition: string };

async function listForeignKeys(client: pg.Client): Promise<Helper[]> {
  const { rows } = await client.query<Helper>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
       from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
      order by 1, 2`,
  );
  return rows;
}

/** Indexes that no constraint needs. Those of primary and unique keys stay. */
async function listIndexes(client: pg.Client): Promise<Helper[]> {
  const { rows } = await client.query<Helper>(
    `select indrelid::regclass::text as table, indexrelid::regclass::text as name,
            pg_get_indexdef(indexrelid) as definition
       from pg_index
       join pg_class as relation on relation.oid = indexrelid
      where relnamespace = 'public'::regnamespace and not indisprimary and not relispartition
        and not exists (select from pg_constraint where conindid = indexrelid)
      order by 1, 2`,
  );
  return rows;
}

async function listTriggered(client: pg.Client): Promise<Pick<Helper, "table">[]> {
  const { rows } = await client.query<Pick<Helper, "table">>(
    `select distinct tgrelid::regclass::text as table
       from pg_trigger
       join pg_class on pg_class.oid = tgrelid
      where not tgisinternal and relnamespace = 'public'::regnamespace`,
  );
  return rows;
}
