import { appendFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Deps } from "../../deps.ts";
import { keyFileOf, readKeys, writeKeyFile } from "../../encryption/key-source.ts";
import type { KeyRing } from "../../encryption/sealer.ts";
import { newSecretKey, type SecretKey, writeSecretKey } from "../../encryption/secret-key.ts";
import { activateKeys } from "../../store/db/check-keys.ts";
import { findKeyCheck, replaceKeyCheck } from "../../store/db/secrets.ts";
import { listNodeKeys } from "../../store/runtime/nodes.ts";
import { reseal } from "./reseal.ts";

type Rotation = Pick<Deps, "db" | "config"> & { keys: KeyRing; say: (line: string) => void; waitMs?: number };

/**
 * Replaces the key that the database is sealed with, while servers run. Every step may be interrupted: another call
 * goes on where this one was. The earlier key can be read by all until nothing is sealed with it any more.
 */
export async function rotateKeys(rotation: Rotation): Promise<{ keyId: string; sealed: number }> {
  const { db, keys, say } = rotation;
  const next = findNextKey(rotation);
  await untilNodes(rotation, (keyIds) => keyIds.includes(next.id), "do not have the new key yet");
  await activateKeys(db, keys);

  const check = await findKeyCheck(db);
  keys.sealWith(next.id);
  if (check && check.keyId !== next.id && !(await replaceKeyCheck(db, check.sealed)))
    throw new Error("Somebody else replaces the secret key just now. Run this again when they are done.");
  say(`New values are sealed with the key ${next.id}.`);

  await untilNodes(rotation, ([first]) => first === next.id, "still seal with the earlier key");
  const sealed = await reseal(db);
  say(`${sealed === 1 ? "1 value was" : `${sealed} values were`} sealed again.`);
  putAwayOldKeys(rotation, next);
  return { keyId: next.id, sealed };
}

/**
 * A new key in the key file. If a rotation was interrupted, or the settings hold an earlier key too, the first of the
 * given keys, which is the preferred one.
 */
function findNextKey({ config, keys, say }: Rotation): SecretKey {
  const given = readKeys(config);
  const [first] = given;
  if (first && given.length > 1) return first;
  const file = keyFileOf(config);
  if (!file) throw new Error(environmentHelp);
  const next = newSecretKey();
  writeKeyFile(file, [next, ...given]);
  keys.setKeys([next, ...given]);
  say(`The new key ${next.id} is in ${file}. Servers elsewhere need a copy of that file.`);
  return next;
}

const environmentHelp =
  "The key comes from SECRET_KEY. Set SECRET_KEY to a new key and SECRET_KEY_OLD to the present one on every server, " +
  "restart them one after the other, and run this again.";

/** Waits until all living nodes fit. Throws if some do not in time: nothing is lost, and the call can be repeated. */
async function untilNodes(
  { db, waitMs = 60_000 }: Rotation,
  fits: (keyIds: string[]) => boolean,
  fault: string,
): Promise<void> {
  const endAt = performance.now() + waitMs;
  for (;;) {
    const others = (await listNodeKeys(db)).filter((keyIds) => keyIds === null || !fits(keyIds)).length;
    if (others === 0) return;
    if (performance.now() > endAt)
      throw new Error(`${others} of the running servers ${fault}. Copy the keys to them, and run this again.`);
    await sleep(500);
  }
}

/** Backups from before still need the earlier keys. */
function putAwayOldKeys({ config, keys, say }: Rotation, current: SecretKey): void {
  const file = keyFileOf(config);
  if (!file) {
    say("Remove SECRET_KEY_OLD from every server now. Keep the key for backups from before.");
    return;
  }
  const old = readKeys(config).filter(({ id }) => id !== current.id);
  appendFileSync(`${file}.old`, old.map((key) => `${writeSecretKey(key)}\n`).join(""), { mode: 0o600 });
  writeKeyFile(file, [current]);
  keys.setKeys([current]);
  say(`The earlier key was moved to ${file}.old, for backups from before.`);
}
