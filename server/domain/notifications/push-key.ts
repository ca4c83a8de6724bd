import { createECDH } from "node:crypto";

export type PushKeys = { publicKey: string; privateKey: string };

/** The key pair that identifies this installation to push services (VAPID), made from a secret that all nodes share. */
export function pushKeysOf(secret: Buffer): PushKeys {
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(secret);
  return { publicKey: pair.getPublicKey("base64url"), privateKey: secret.toString("base64url") };
}
