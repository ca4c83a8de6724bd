import pg from "pg";
import type { Cluster } from "./cluster.ts";

/** One process's claim on the server: an open connection that holds a shared lock. */
export type ProcessPresence = {
  /** Gives the claim up. True if it was the last one: then no process can join until the server has stopped. */
  leave(): Promise<boolean>;
  close(): Promise<void>;
};

/** Undefined while the server takes no connections: it is starting, stopping, or gone. */
export async function joinServer(
  { password }: Cluster,
  port: number,
  onLost: () => void,
): Promise<ProcessPresence | undefined> {
  const client = new pg.Client({
    ...{ host: "127.0.0.1", port, user: "postgres", password, database: "postgres" },
    application_name: "banter-presence",
    connectionTimeoutMillis: 5000,
    statement_timeout: 60_000,
    keepAlive: true,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    // Waits for a process that is stopping the server, which then ends this connection.
    await client.query("select pg_advisory_lock_shared($1)", [presenceLock]);
    await prepareDatabase(client, password);
  } catch (error) {
    await client.end().catch(() => {});
    if (isTemporary(error)) return undefined;
    throw new Error(`The private PostgreSQL on port ${port} refused the connection: ${(error as Error).message}.`);
  }
  client.on("end", onLost);
  // The claim alone does not keep the process alive.
  const socket = client as unknown as { ref(): void; unref(): void };
  socket.unref();

  return {
    async leave() {
      socket.ref();
      await client.query("select pg_advisory_unlock_shared($1)", [presenceLock]);
      const { rows } = await client.query<{ last: boolean }>("select pg_try_advisory_lock($1) as last", [presenceLock]);
      return rows[0]?.last ?? false;
    },
    async close() {
      // A caller that waits for the end is kept alive by it.
      socket.ref();
      await client.end().catch(() => {});
    },
  };
}

const presenceLock = 7_272_661;
const preparationLock = 7_272_662;

/** Banter uses an ordinary role, so that a mistake in its SQL cannot reach files of the machine. */
async function prepareDatabase(client: pg.Client, password: string): Promise<void> {
  await client.query("select pg_advisory_lock($1)", [preparationLock]);
  const roles = await client.query("select 1 from pg_roles where rolname = 'banter'");
  if (roles.rowCount === 0) await client.query(`create role banter login createdb password '${password}'`);
  const databases = await client.query("select 1 from pg_database where datname = 'banter'");
  if (databases.rowCount === 0) await client.query("create database banter owner banter");
  await client.query("select pg_advisory_unlock($1)", [preparationLock]);
}

function isTemporary(error: unknown): boolean {
  const { code = "", message } = error as NodeJS.ErrnoException;
  // 57P01 to 57P03: ended by an administrator, by a crash, or not taking connections yet.
  return /^(57P0\d|08\w{3}|ECONN\w+|EPIPE|ETIMEDOUT)$/.test(code) || /connection terminated|timeout/i.test(message);
}
