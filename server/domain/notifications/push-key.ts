import { createECDH, ECDH } from "node:crypto";
import { invalidFields } from "@banter/core/model/error.ts";

export type PushKeys = { publicKey: string; privateKey: string };

/** The key pair that identifies this installation to push services (VAPID), made from a secret that all nodes share. */
export function pushKeysOf(secret: Buffer): PushKeys {
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(secret);
  return { publicKey: pair.getPublicKey("base64url"), privateKey: secret.toString("base64url") };
}

/** Throws unless a browser's public key is a point of the curve: nothing could be encrypted for it. */
export function checkBrowserKey(p256dh: string): void {
  try {
    ECDH.convertKey(p256dh, "prime256v1", "base64url");
  } catch {
    throw invalidFields([{ path: "/keys/p256dh", message: "must be a point of the curve P-256" }]);
  }
}
