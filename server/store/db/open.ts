import type { Config } from "../../config/config.ts";
import { readKeys } from "../../encryption/key-source.ts";
import { type KeyRing, keyRing } from "../../encryption/sealer.ts";
import { checkKeys } from "./check-keys.ts";
import { connect, type Database, sessionSettings } from "./db.ts";
import { type EmbeddedServer, startEmbedded } from "./embedded/start.ts";
import { isUnavailable } from "./errors.ts";
import { migrate } from "./migrate.ts";
import { sql } from "./sql.ts";

export type OpenedDatabase = { db: Database; keys: KeyRing; location: string; close(): Promise<void> };

/** `max`: connections. */
type Opening = { say: (line: string) => void; onError: (error: Error) => void; name: string; max?: number };

/**
 * Opens the database of the settings, or starts our own; migrates it; refuses one that could lose commits, or whose
 * secrets are sealed with a key that is not there.
 */
export async function openDatabase(
  config: Pick<Config, "dataDir" | "databaseUrl" | "databaseDirectUrl" | "secretKey">,
  { say, onError, name, max }: Opening,
): Promise<OpenedDatabase> {
  const keys = keyRing(readKeys(config));
  const { url, location, stop } = await findServer(config, say);
  const directUrl = config.databaseDirectUrl;
  const db = connect({ url, directUrl, name, sealer: keys, onError, ...(max !== undefined && { max }) });
  const close = async () => {
    await db.close();
    await stop();
  };
  try {
    await migrate(db.directUrl);
    await checkDurable(db);
    if (directUrl !== undefined) await checkPooler(db);
    await checkKeys(db, keys, config);
    return { db, keys, location, close };
  } catch (error) {
    await close();
    throw config.databaseUrl && isUnavailable(error) ? unreachable(error) : error;
  }
}

/** The database server of the settings, or our own, which is started. The database in it is left as it is. */
export async function findServer(
  { dataDir, databaseUrl }: Pick<Config, "dataDir" | "databaseUrl">,
  say: (line: string) => void,
): Promise<EmbeddedServer> {
  if (!databaseUrl) return startEmbedded({ dataDir, log: say });
  return { url: databaseUrl, location: "the server of DATABASE_URL", stop: () => Promise.resolve() };
}

/** Leaves out the address, which holds a password. */
function unreachable(cause: unknown): Error {
  const { message, code } = cause as { message?: string; code?: string };
  return new Error(`The database of DATABASE_URL cannot be used: ${message || code}`, { cause });
}

/** Accepted mail is durable only on a server that writes commits to disk before it answers. */
export async function checkDurable(db: Database): Promise<void> {
  const { fsync, commit, version } = await db.get<{ fsync: string; commit: string; version: number }>(sql`
    select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
           current_setting('server_version_num')::integer as version`);
  if (version < 150_000) throw new Error("PostgreSQL is too old: Banter needs 15 or newer.");
  if (fsync !== "on" || commit === "off") {
    throw new Error(
      "PostgreSQL runs with fsync or synchronous_commit off, so accepted messages could be lost. Switch both on.",
    );
  }
}

/** Settings of a session would stay on a pooler's connection for whoever gets it next, so that the pooler sets them. */
async function checkPooler(db: Database): Promise<void> {
  const names = Object.keys(sessionSettings);
  const rows = await db.many<{ name: string; value: string }>(sql`
    select name, current_setting(name) as value from unnest(${names}::text[]) as name`);
  const found = new Map(rows.map(({ name, value }) => [name, value]));
  const wanted = Object.entries(sessionSettings);
  if (wanted.every(([name, value]) => found.get(name) === value)) return;
  const statements = wanted.map(([name, value]) => `set ${name} = ''${value}''`);
  throw new Error(
    `The connection pooler at DATABASE_URL does not set what Banter needs. For PgBouncer, add this to the line of the ` +
      `database in pgbouncer.ini: connect_query='${statements.join("; ")}'`,
  );
}
