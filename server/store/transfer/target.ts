import type pg from "pg";
import { applyMigrations, migrationNames, tryLockMigrations } from "../db/migrate.ts";
import { currentNames } from "../db/migrations/former.ts";
import { textOf } from "../db/sql.ts";
import { doubtUnfinished } from "../runtime/messages/restored.ts";
import { connectClient } from "./client.ts";
import { copyIn } from "./copy.ts";
import { dropHelpers } from "./load-helpers.ts";
import { refuseMoved } from "./moved.ts";
import { columnList, listApplied, listTables, quote, type Sequences, type Table } from "./tables.ts";

/** An empty database that is being filled. Nothing of it can be seen by others before `commit`. */
export type TransferTarget = {
  /** Adds rows of a table, given as text. Returns their number. */
  load(table: Table, rows: AsyncIterable<Buffer>): Promise<number>;
  count(table: Table): Promise<number>;
  /** `isPast`: the old server has gone on since the rows were read. */
  commit(sequences: Sequences, about?: { isPast: boolean }): Promise<void>;
  /** Without a commit before it, the database stays empty. */
  close(): Promise<void>;
};

/** Prepares an empty database for rows of a database with these migrations. Throws if it has any rows. */
export async function openTarget(url: string, migrations: readonly string[]): Promise<TransferTarget> {
  const client = await connectClient(url);
  try {
    // A server that starts meanwhile waits until the rows are there.
    if (!(await tryLockMigrations(client)))
      throw new Error("Another process is starting on this database or fills it, or it is the one to copy from.");
    const wanted = currentNames(migrations);
    await checkEmpty(client, wanted);
    await applyMigrations(client, wanted);
    await client.query("begin");
    const tables = await listTables(client);
    // Migrations may add rows of their own.
    await client.query(`truncate ${tables.map(({ name }) => `public.${quote(name)}`).join(", ")}`);
    const addHelpers = await dropHelpers(client);
    return {
      load: ({ name, columns }, rows) =>
        copyIn(client, `copy public.${quote(name)} (${columnList(columns)}) from stdin`, rows),
      count: (table) => countRows(client, table),
      async commit(sequences, { isPast } = { isPast: false }) {
        await addHelpers();
        if (isPast) await client.query(textOf(doubtUnfinished));
        for (const [name, value] of Object.entries(sequences))
          await client.query("select setval(('public.' || quote_ident($1))::regclass, $2)", [name, value]);
        await client.query("commit");
        // A backup of an older release.
        await applyMigrations(client);
        await client.query("analyze");
      },
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function checkEmpty(client: pg.Client, migrations: readonly string[]): Promise<void> {
  const known = migrationNames();
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`The data is of a newer release, which has the migration ${unknown[0]}: use that release.`);
  await refuseMoved(client);
  for (const table of await listTables(client)) {
    const { rows } = await client.query(`select from public.${quote(table.name)} limit 1`);
    if (rows.length > 0)
      throw new Error(`The database is not empty: ${table.name} has rows. Use an empty database or data folder.`);
  }
  const newer = (await listApplied(client)).filter((name) => !migrations.includes(name));
  if (newer.length > 0)
    throw new Error("The database has no rows, but its tables are of a newer release than the data: use an empty one.");
}

async function countRows(client: pg.Client, { name }: Table): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*) as count from public.${quote(name)}`);
  return Number(rows[0]?.count);
}
