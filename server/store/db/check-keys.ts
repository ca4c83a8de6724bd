import { type KeyConfig, keyFileOf, makeKeyFile, readKeys } from "../../encryption/key-source.ts";
import type { KeyRing } from "../../encryption/sealer.ts";
import { listNodeKeys } from "../runtime/nodes.ts";
import type { Db } from "./db.ts";
import { findKeyCheck, fitsKeyCheck, insertKeyCheck } from "./secrets.ts";

/** Throws a sentence that says what to do unless the keys fit the database. A new database gets a new key. */
export async function checkKeys(db: Db, ring: KeyRing, config: KeyConfig): Promise<void> {
  if (!(await findKeyCheck(db))) {
    if (ring.keys().length === 0) ring.setKeys(makeKeyFile(config));
    await insertKeyCheck(db);
  }
  const check = await findKeyCheck(db);
  if (!check) throw new Error("The check value of the secret key was deleted.");
  // Another process may have made the key file since this one looked.
  if (ring.keys().length === 0) ring.setKeys(readKeys(config));
  const source = keyFileOf(config) ?? "SECRET_KEY";
  if (ring.keys().length === 0)
    throw new Error(
      `The secret key is missing: this database is sealed with the key ${check.keyId}, and there is no ${source}. ${remedy}`,
    );
  if (!ring.sealWith(check.keyId) || !fitsKeyCheck(db, check.sealed))
    throw new Error(
      `The secret key does not fit: this database is sealed with the key ${check.keyId}, and ${source} holds ${ring.keyIds().join(", ")}. ${remedy}`,
    );
  await activateKeys(db, ring);
}

const remedy = "Restore the key from a backup, or set SECRET_KEY to it. Without it, secrets in the database are lost.";

/** Seals from now on unless a node of an earlier release is running, which could not read sealed values. */
export async function activateKeys(db: Db, ring: KeyRing): Promise<void> {
  ring.setActive((await listNodeKeys(db)).every((keyIds) => keyIds !== null));
}
