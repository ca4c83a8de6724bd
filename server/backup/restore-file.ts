import { createReadStream, existsSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { ownChannel } from "@banter/core/channels/index.ts";
import type { Config } from "../config/config.ts";
import { keyFileOf } from "../encryption/key-source.ts";
import { openStorage } from "../media/open-storage.ts";
import { disconnectAll } from "../store/catalog/pages.ts";
import { connect } from "../store/db/db.ts";
import { findServer } from "../store/db/open.ts";
import { type RestoreResult, restoreBackup } from "./restore.ts";
import { hasSecretKey } from "./secret-key.ts";

export type RestoreRequest = {
  /** A file, or `-` for standard input. */
  path: string;
  /** Pages of platforms stay disconnected until someone connects them again: for a copy to try things out. */
  isDisconnected: boolean;
  /** Opens the secret key in the backup, if it has one. */
  identityFile: string | undefined;
  say: (line: string) => void;
};

/** Restores a backup into the settings' database and data folder, which must be empty. */
export async function restoreFile(config: Config, request: RestoreRequest): Promise<RestoreResult> {
  const { path, isDisconnected, identityFile, say } = request;
  if (path !== "-" && !existsSync(path)) throw new Error(`There is no file ${path}.`);
  const server = await findServer(config, say);
  // Loading takes a transaction that lasts long, and a lock of the session.
  const url = config.databaseDirectUrl ?? server.url;
  const beforeUse = () => (isDisconnected ? disconnectPages(url) : Promise.resolve());
  try {
    const input = path === "-" ? process.stdin : createReadStream(path);
    let restored: RestoreResult | undefined;
    await pipeline(input, createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
      const options = { url, storage: openStorage(config), keys: config, identityFile, beforeUse };
      restored = await restoreBackup(options, chunks);
    });
    if (!restored) throw new Error("The backup was not read.");
    if (!hasSecretKey(config))
      say(`The backup has no secret key. Before the server starts, set SECRET_KEY or copy it to ${keyFileOf(config)}.`);
    return restored;
  } catch (error) {
    throw isNotGzip(error) ? new Error("The file is damaged, or is not a backup of Banter.", { cause: error }) : error;
  } finally {
    await server.stop();
  }
}

async function disconnectPages(url: string): Promise<void> {
  const db = connect({ url, name: "banter-restore", max: 1, onError: () => undefined });
  await disconnectAll(db, ownChannel, "The page was restored from a backup. Connect it again to use it here.").finally(
    () => db.close(),
  );
}

function isNotGzip(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^Z_/.test(String(error.code));
}
