import type { Config } from "../../config.ts";
import { readKeys } from "../../encryption/key-source.ts";
import { type KeyRing, keyRing } from "../../encryption/sealer.ts";
import { checkKeys } from "./check-keys.ts";
import { connect, type Database } from "./db.ts";
import { type Embedded, startEmbedded } from "./embedded/start.ts";
import { isUnavailable } from "./errors.ts";
import { migrate } from "./migrate.ts";
import { sql } from "./sql.ts";

export type Opened = { db: Database; keys: KeyRing; location: string; close(): Promise<void> };

/**
 * Opens the database of the settings, or starts our own; migrates it; refuses one that could lose commits, or whose
 * secrets are sealed with a key that is not there.
 */
export async function openDatabase(
  config: Pick<Config, "dataDir" | "databaseUrl" | "secretKey">,
  { say, onError, name }: { say: (line: string) => void; onError: (error: Error) => void; name: string },
): Promise<Opened> {
  const keys = keyRing(readKeys(config));
  const { url, location, stop } = await findServer(config, say);
  const db = connect({ url, name, sealer: keys, onError });
  const close = async () => {
    await db.close();
    await stop();
  };
  try {
    await migrate(url);
    await checkDurable(db);
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
): Promise<Embedded> {
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
