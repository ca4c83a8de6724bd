import type pg from "pg";
import { connectClient } from "./client.ts";
import { copyOut } from "./copy.ts";
import { refuseMoved } from "./moved.ts";
import { columnList, listApplied, listSequences, listTables, quote, type Sequences, type Table } from "./tables.ts";

/** A database that is read as it was at one moment, while others go on to change it. */
export type Source = {
  /** Such as 18.4. */
  postgresql: string;
  migrations: string[];
  tables: Table[];
  sequences: Sequences;
  /** The rows of a table as text, in pieces that end with a row. Returns their number. */
  rows(table: Table): AsyncGenerator<Buffer, number>;
  close(): Promise<void>;
};

/** Opens a snapshot. It keeps PostgreSQL from cleaning up dead rows until it is closed. */
export async function openSource(url: string): Promise<Source> {
  const client = await connectClient(url);
  try {
    await client.query("begin isolation level repeatable read read only");
    // The first statement takes the snapshot.
    const migrations = await listApplied(client);
    if (migrations.length === 0) throw new Error("The database is empty: there is nothing to copy.");
    await refuseMoved(client);
    return {
      postgresql: await versionOf(client),
      migrations,
      tables: await listTables(client),
      // Sequences are outside of snapshots. Read after it was taken, they are past all ids in it.
      sequences: await listSequences(client),
      rows: ({ name, columns }) =>
        copyOut(client, `copy (select ${columnList(columns)} from public.${quote(name)}) to stdout`),
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function versionOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version");
  return rows[0]?.version ?? "";
}
