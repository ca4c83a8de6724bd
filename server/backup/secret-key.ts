import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type KeyConfig, keyFileOf } from "../encryption/key-source.ts";
import { makeDataDir } from "../store/db/embedded/cluster.ts";

/**
 * The file of the keys that seal secrets in the database; undefined if there is none. Keys in the environment are not
 * written to backups: whoever has set them keeps them.
 */
export function findSecretKey(config: KeyConfig): Buffer | undefined {
  const file = keyFileOf(config);
  return file !== undefined && existsSync(file) ? readFileSync(file) : undefined;
}

/** Throws if there is another key file than this one. */
export function checkSecretKey(config: KeyConfig, key: Buffer): void {
  const present = findSecretKey(config);
  if (!present || present.equals(key)) return;
  throw new Error(`${keyFileOf(config)} is another key than the backup's: move it away, or use an empty data folder.`);
}

export function writeSecretKey(config: KeyConfig, key: Buffer): void {
  checkSecretKey(config, key);
  const file = keyFileOf(config);
  if (file === undefined || findSecretKey(config)) return;
  makeDataDir(dirname(file));
  writeFileSync(file, key, { mode: 0o600, flag: "wx", flush: true });
}
