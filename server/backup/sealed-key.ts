import { readFileSync } from "node:fs";
import { Decrypter, Encrypter } from "age-encryption";

/** Encrypts the keys for the holder of the identity that belongs to the public key. https://age-encryption.org/v1 */
export async function sealKey(key: Buffer, publicKey: string): Promise<Buffer> {
  return Buffer.from(await encrypterFor(publicKey).encrypt(key));
}

/** Throws if this is not a public key, without repeating it: it may be a private one. */
export function checkPublicKey(publicKey: string): void {
  encrypterFor(publicKey);
}

/** `identityFile`: as `age-keygen` writes it, with a private key in each line and comments after `#`. */
export async function openKey(sealed: Buffer, identityFile: string): Promise<Buffer> {
  const decrypter = new Decrypter();
  for (const identity of identitiesIn(identityFile)) decrypter.addIdentity(identity);
  try {
    return Buffer.from(await decrypter.decrypt(sealed));
  } catch {
    throw new Error(
      `The backup's secret key cannot be opened with ${identityFile}: it is sealed for another public key.`,
    );
  }
}

function encrypterFor(publicKey: string): Encrypter {
  const encrypter = new Encrypter();
  try {
    encrypter.addRecipient(publicKey);
  } catch {
    throw new Error("The key of --key-for is not a public key of age, such as age1….");
  }
  return encrypter;
}

function identitiesIn(path: string): string[] {
  let lines: string[];
  try {
    lines = readFileSync(path, "utf8").split("\n");
  } catch (error) {
    throw new Error(`The identity file ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  const identities = lines.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
  if (identities.length === 0 || !identities.every((line) => /^AGE-SECRET-KEY-(PQ-)?1[0-9A-Z]+$/.test(line)))
    throw new Error(`${path} is not an identity file of age, with lines such as AGE-SECRET-KEY-1….`);
  return identities;
}
