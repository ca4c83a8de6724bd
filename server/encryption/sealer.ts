import { keyIdOf, open, seal } from "./seal.ts";
import type { SecretKey } from "./secret-key.ts";

/** Seals values for the database and opens them. One for each process; every connection with access has it. */
export type Sealer = {
  /** `place` is the purpose of the value and the page it belongs to. */
  seal(text: string, place: string): string;
  open(sealed: string, place: string): string;
  /** The ids of all keys, the one that seals first. */
  keyIds(): string[];
  /** False while a node of an earlier release is running, which could not open sealed values: nothing is sealed then. */
  isActive(): boolean;
};

/** A sealer whose keys may change while the process runs. */
export type KeyRing = Sealer & {
  keys(): SecretKey[];
  /** Takes other keys. Keeps sealing with the same one if it is still there. */
  setKeys(keys: SecretKey[]): void;
  /** Seals with this key from now on. Returns false if the ring does not have it. */
  sealWith(keyId: string): boolean;
  setActive(isActive: boolean): void;
};

/** The first key seals. */
export function keyRing(first: SecretKey[]): KeyRing {
  let keys = first;
  let isActive = true;

  function sealWith(keyId: string): boolean {
    const key = keys.find(({ id }) => id === keyId);
    if (key) keys = [key, ...keys.filter((other) => other !== key)];
    return key !== undefined;
  }

  return {
    seal(text, place) {
      const [key] = keys;
      if (!key) throw new Error("There is no secret key.");
      return seal(key, text, place);
    },
    open(sealed, place) {
      const key = keys.find(({ id }) => id === keyIdOf(sealed));
      if (!key) throw new Error(`The secret key ${keyIdOf(sealed)} is missing: the ${place} cannot be opened.`);
      return open(key, sealed, place);
    },
    keyIds: () => keys.map(({ id }) => id),
    keys: () => keys,
    setKeys(given) {
      const sealing = keys[0]?.id;
      keys = given;
      if (sealing !== undefined) sealWith(sealing);
    },
    sealWith,
    isActive: () => isActive,
    setActive(wanted) {
      isActive = wanted;
    },
  };
}

/** For connections that need no secrets. */
export const withoutKeys: Sealer = keyRing([]);
