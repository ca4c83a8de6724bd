import type pg from "pg";

/**
 * Marks a database whose rows were moved to another one. A server that is started on it by mistake would send queued
 * messages a second time. The mark is a comment, which also older releases leave alone.
 */
export async function markMoved(client: pg.Client, place: string): Promise<void> {
  await client.query(`comment on table public.migrations is ${client.escapeLiteral(`${prefix}${place}`)}`);
}

/** Throws if the database was moved. */
export async function refuseMoved(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ mark: string | null }>(
    "select obj_description(to_regclass('public.migrations'), 'pg_class') as mark",
  );
  const mark = rows[0]?.mark;
  if (!mark?.startsWith(prefix)) return;
  throw new Error(
    `This database was moved to ${mark.slice(prefix.length)} and is out of date. Use that one. If you want to go back ` +
      "to this one and lose what has happened since, run on it: comment on table migrations is null",
  );
}

const prefix = "moved to ";
