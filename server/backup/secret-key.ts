import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeDataDir } from "../store/db/embedded/cluster.ts";

/** The settings that say where the key is: in the environment, in a file of its own, or in the data folder. */
export type KeyPlace = { dataDir: string; secretKey?: { key?: string | undefined; file?: string | undefined } };

/** A key in the environment is not written to backups: whoever set it keeps it. */
export const isKeyInEnvironment = ({ secretKey }: KeyPlace): boolean => secretKey?.key !== undefined;

const fileOf = ({ dataDir, secretKey }: KeyPlace): string => secretKey?.file ?? join(dataDir, "secret-key");

/** The file of the key that seals secrets in the database; undefined if there is none. */
export function findSecretKey(place: KeyPlace): Buffer | undefined {
  if (isKeyInEnvironment(place) || !existsSync(fileOf(place))) return undefined;
  return readFileSync(fileOf(place));
}

/** Throws if there is another key than this one. */
export function checkSecretKey(place: KeyPlace, key: Buffer): void {
  const present = findSecretKey(place);
  if (present && !present.equals(key))
    throw new Error(`${fileOf(place)} is another key than the backup's: move it away, or use an empty data folder.`);
}

export function writeSecretKey(place: KeyPlace, key: Buffer): void {
  checkSecretKey(place, key);
  if (isKeyInEnvironment(place) || findSecretKey(place)) return;
  makeDataDir(dirname(fileOf(place)));
  writeFileSync(fileOf(place), key, { mode: 0o600, flag: "wx", flush: true });
}
