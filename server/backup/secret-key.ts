import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeDataDir } from "../store/db/embedded/cluster.ts";

const fileIn = (dataDir: string) => join(dataDir, "secret-key");

/** The file of the key that seals secrets in the database; undefined if the data folder has none. */
export function findSecretKey(dataDir: string): Buffer | undefined {
  return existsSync(fileIn(dataDir)) ? readFileSync(fileIn(dataDir)) : undefined;
}

/** Throws if the data folder has another key than this one. */
export function checkSecretKey(dataDir: string, key: Buffer): void {
  const present = findSecretKey(dataDir);
  if (present && !present.equals(key))
    throw new Error(`${fileIn(dataDir)} is another key than the backup's: move it away, or use an empty data folder.`);
}

export function writeSecretKey(dataDir: string, key: Buffer): void {
  checkSecretKey(dataDir, key);
  if (findSecretKey(dataDir)) return;
  makeDataDir(dataDir);
  writeFileSync(fileIn(dataDir), key, { mode: 0o600, flag: "wx", flush: true });
}
