import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Test } from "@banter/core/test/at-end.ts";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { testFolder } from "../app.ts";

/** A pair of keys of age, with the private one in a file as `age-keygen` writes it. */
export async function anIdentity(t: Test): Promise<{ identity: string; file: string; publicKey: string }> {
  const identity = await generateIdentity();
  const publicKey = await identityToRecipient(identity);
  const file = join(testFolder(t), "identity.txt");
  writeFileSync(file, `# public key: ${publicKey}\n${identity}\n`);
  return { identity, file, publicKey };
}
