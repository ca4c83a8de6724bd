import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { newSecretKey, parseSecretKey, type SecretKey, writeSecretKey } from "./secret-key.ts";

export type KeyConfig = Pick<Config, "dataDir" | "secretKey">;

/** The keys of the settings or the key file, the preferred one first. Empty if there is no key file yet. */
export function readKeys({ dataDir, secretKey: { key, oldKeys, file } }: KeyConfig): SecretKey[] {
  if (key !== undefined)
    return [parseSecretKey(key, "SECRET_KEY"), ...oldKeys.map((old) => parseSecretKey(old, "SECRET_KEY_OLD"))];
  const path = file ?? ownFile(dataDir);
  const lines = readLines(path, file !== undefined);
  return lines.map((line) => parseSecretKey(line, `The key in ${path}`));
}

/** The place of the keys; undefined if they come from the environment, which we cannot change. */
export function keyFileOf({ dataDir, secretKey }: KeyConfig): string | undefined {
  return secretKey.key === undefined ? (secretKey.file ?? ownFile(dataDir)) : undefined;
}

/** The keys as a key file holds them, wherever they come from. Undefined if there are none yet. */
export function keyFileText(config: KeyConfig): string | undefined {
  const keys = readKeys(config);
  return keys.length > 0 ? textOf(keys) : undefined;
}

/** Makes the key of a new installation. If several processes do so at once, all of them use the first one's key. */
export function makeKeyFile(config: KeyConfig): SecretKey[] {
  const path = ownFile(config.dataDir);
  const written = `${path}.${randomUUID()}`;
  try {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o711 });
    writeFileSync(written, textOf([newSecretKey()]), { mode: 0o600, flag: "wx" });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`No secret key can be kept in ${path} (${code}). Set SECRET_KEY instead.`);
  }
  try {
    linkSync(written, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(written);
  }
  return readKeys(config);
}

/** Replaces the whole file at once: a reader sees the old keys or the new ones. */
export function writeKeyFile(path: string, keys: SecretKey[]): void {
  const written = `${path}.${randomUUID()}`;
  writeFileSync(written, textOf(keys), { mode: 0o600, flag: "wx" });
  renameSync(written, path);
}

const ownFile = (dataDir: string) => join(dataDir, "secret-key");
const textOf = (keys: SecretKey[]) => keys.map((key) => `${writeSecretKey(key)}\n`).join("");

/** The keys of a key file, without comments and empty lines. */
export function keyLines(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "" && !line.startsWith("#"));
}

function readLines(path: string, mustExist: boolean): string[] {
  try {
    const keys = keyLines(readFileSync(path, "utf8"));
    if (keys.length === 0) throw new Error(`${path} holds no key. Restore the file from a backup.`);
    return keys;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    if ((code === "ENOENT" || code === "ENOTDIR") && !mustExist) return [];
    throw new Error(`The file of secret keys ${path} cannot be read (${code}).`);
  }
}
