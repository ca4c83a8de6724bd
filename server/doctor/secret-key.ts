import { statSync } from "node:fs";
import type { Config } from "../config/config.ts";
import { keyFileOf, readKeys } from "../encryption/key-source.ts";
import type { KeyRing } from "../encryption/sealer.ts";
import type { SecretKey } from "../encryption/secret-key.ts";
import { checkKeys } from "../store/db/check-keys.ts";
import type { Db } from "../store/db/db.ts";
import { findKeyCheck } from "../store/db/secrets.ts";
import { type Diagnosis, fail, ok, reasonOf } from "./finding.ts";

const subject = "secret key";

/** The keys of the settings; none if they cannot be read, which `checkKeyFile` reports. */
export function findKeys(config: Config): SecretKey[] {
  try {
    return readKeys(config);
  } catch {
    return [];
  }
}

export function checkKeyFile(config: Config): Diagnosis[] {
  try {
    readKeys(config);
  } catch (error) {
    return [fail(subject, reasonOf(error), "Restore the key from a backup, or correct the setting.")];
  }
  const file = keyFileOf(config);
  const found = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
  if (!found || process.platform === "win32" || (found.mode & 0o077) === 0) return [];
  return [fail(subject, `${file} can be read by other users.`, `Run: chmod 600 ${file}`)];
}

/** Tells whether the key is the one that the secrets in the database are sealed with. */
export async function checkSeals(db: Db, keys: KeyRing, config: Config): Promise<Diagnosis[]> {
  // The first start seals the database. Checking must not.
  if (!(await findKeyCheck(db))) return [];
  try {
    await checkKeys(db, keys, config);
    return [ok(subject, `${keyFileOf(config) ?? "SECRET_KEY"} opens the secrets in the database`)];
  } catch (error) {
    return [fail(subject, reasonOf(error), "Restore the key from a backup.")];
  }
}
