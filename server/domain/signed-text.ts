import { createHmac, timingSafeEqual } from "node:crypto";

/** Appends an HMAC signature: `text.signature`. `length` is the signature's number of characters. */
export function signText(key: Buffer, text: string, length: number): string {
  return `${text}.${signatureOf(key, text, length)}`;
}

/** The text without its signature; undefined if the signature is wrong. */
export function readSigned(key: Buffer, signed: string, length: number): string | undefined {
  const text = signed.slice(0, Math.max(0, signed.lastIndexOf(".")));
  const given = Buffer.from(signed.slice(text.length + 1));
  const expected = Buffer.from(signatureOf(key, text, length));
  return given.length === expected.length && timingSafeEqual(given, expected) ? text : undefined;
}

const signatureOf = (key: Buffer, text: string, length: number) =>
  createHmac("sha256", key).update(text).digest("base64url").slice(0, length);
