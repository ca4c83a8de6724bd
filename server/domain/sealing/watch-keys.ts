import type { Deps } from "../../deps.ts";
import { readKeys } from "../../encryption/key-source.ts";
import type { KeyRing } from "../../encryption/sealer.ts";
import { activateKeys } from "../../store/db/check-keys.ts";
import { findKeyCheck } from "../../store/db/secrets.ts";
import { saveNodeKeys } from "../../store/runtime/nodes.ts";
import { reseal } from "./reseal.ts";

export type KeyWatch = Pick<Deps, "db" | "config" | "log"> & { keys: KeyRing; nodeId: string };

const everyMs = 15_000;
/** After this many looks, values are sealed again even if no key has changed. */
const resealAfter = 40;

/**
 * Follows changes of the keys while the server runs: new keys in the key file, and the key that the database is sealed
 * with. Seals what is not sealed with it yet. Returns a function that stops it.
 */
export function watchKeys(watch: KeyWatch): () => Promise<void> {
  let isStopped = false;
  let sealed = { state: "", age: 0 };

  async function look(): Promise<void> {
    await followKeys(watch);
    const state = `${watch.keys.isActive()} ${watch.keys.keyIds()}`;
    if (!watch.keys.isActive() || (state === sealed.state && ++sealed.age < resealAfter)) return;
    const count = await reseal(watch.db, () => !isStopped);
    if (count > 0) watch.log.info({ count }, "secrets sealed");
    sealed = { state, age: 0 };
  }

  const run = () => look().catch((error) => watch.log.warn({ err: error }, "secret keys not checked"));
  let running = run();
  const timer = setInterval(() => {
    running = running.then(run);
  }, everyMs);
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await running;
  };
}

/** Takes the keys as they are now, and tells the other nodes. */
async function followKeys({ db, config, log, keys, nodeId }: KeyWatch): Promise<void> {
  const found = readKeys(config);
  if (found.length > 0) keys.setKeys(found);
  const check = await findKeyCheck(db);
  if (check && !keys.sealWith(check.keyId))
    log.error({ keyId: check.keyId }, "secret key missing: copy the key file of another server to this one");
  await saveNodeKeys(db, nodeId);
  await activateKeys(db, keys);
}
