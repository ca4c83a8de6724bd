import { createHash, randomBytes } from "node:crypto";

/** A key that values are sealed with. The id is in every sealed value, so that the right key opens it. */
export type SecretKey = { id: string; bytes: Buffer };

const keyBytes = 32;

export function newSecretKey(): SecretKey {
  const bytes = randomBytes(keyBytes);
  return isRandom(bytes) ? keyOf(bytes) : newSecretKey();
}

/** Throws a sentence that says what is wrong; `source` names the setting or file, and the key is never quoted. */
export function parseSecretKey(text: string, source: string): SecretKey {
  const bytes = Buffer.from(text.trim(), "base64");
  if (bytes.length !== keyBytes || !/^[A-Za-z0-9+/_-]{43}=?$/.test(text.trim()))
    throw new Error(`${source} must be 32 random bytes in base64. Make a key with: openssl rand -base64 32`);
  if (!isRandom(bytes))
    throw new Error(`${source} is an example or a phrase, not a random key. Make one with: openssl rand -base64 32`);
  return keyOf(bytes);
}

export const writeSecretKey = ({ bytes }: SecretKey): string => bytes.toString("base64");

function keyOf(bytes: Buffer): SecretKey {
  const id = createHash("sha256").update("banter secret key ").update(bytes).digest("base64url").slice(0, 8);
  return { id, bytes };
}

/** Random bytes repeat seldom and are hardly ever all printable: fewer than one key in 10^13 is refused. */
function isRandom(bytes: Buffer): boolean {
  return new Set(bytes).size >= 16 && bytes.some((byte) => byte < 0x20 || byte > 0x7e);
}
