import { existsSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type KeyConfig, keyFileOf, keyFileText, keyLines } from "../encryption/key-source.ts";
import { makeDataDir } from "../store/db/embedded/cluster.ts";

/** True if the settings or a key file have a key, whether it fits a database or not. */
export function hasSecretKey(config: KeyConfig): boolean {
  const file = keyFileOf(config);
  return file === undefined || existsSync(file);
}

/** Throws if the settings or a key file have another key than this one. */
export function checkSecretKey(config: KeyConfig, key: Buffer): void {
  if (!hasSecretKey(config)) return;
  const present = keyLines(keyFileText(config) ?? "");
  if (keyLines(key.toString()).every((line) => present.includes(line))) return;
  const file = keyFileOf(config);
  if (file === undefined) throw new Error("SECRET_KEY is another key than the backup's.");
  throw new Error(`${file} is another key than the backup's: move it away, or use an empty data folder.`);
}

/** Writes the key file, unless there is one or the keys come from the environment. */
export function writeSecretKey(config: KeyConfig, key: Buffer): void {
  checkSecretKey(config, key);
  const file = keyFileOf(config);
  if (file === undefined || hasSecretKey(config)) return;
  makeDataDir(dirname(file));
  writeFileSync(file, key, { mode: 0o600, flag: "wx", flush: true });
}
