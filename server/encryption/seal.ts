import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { SecretKey } from "./secret-key.ts";

const [ivBytes, tagBytes] = [12, 16];

/**
 * A text sealed by AES-256-GCM: `v1.<key id>.<base64url of iv, text and tag>`. It opens only for the place it was sealed
 * for, so that nobody who can write to the database can move it to another page or column.
 */
export function seal({ id, bytes }: SecretKey, text: string, place: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", bytes, iv).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `${prefixOf(id)}${sealed.toString("base64url")}`;
}

/** Throws if the key or the place is another one, or if the value was changed. */
export function open({ bytes }: SecretKey, sealed: string, place: string): string {
  const data = Buffer.from(sealed.split(".")[2] ?? "", "base64url");
  const [iv, tag] = [data.subarray(0, ivBytes), data.subarray(-tagBytes)];
  const decipher = createDecipheriv("aes-256-gcm", bytes, iv, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(place)).setAuthTag(tag);
  return decipher.update(data.subarray(ivBytes, -tagBytes), undefined, "utf8") + decipher.final("utf8");
}

/** The start of every value that was sealed with the key. */
export const prefixOf = (keyId: string): string => `v1.${keyId}.`;

export const keyIdOf = (sealed: string): string | undefined => /^v1\.([^.]+)\./.exec(sealed)?.[1];
