import { createHmac, timingSafeEqual } from "node:crypto";

/** A text with a mark behind it that only whoever has the key can make: `text.mark`, the mark so many characters long. */
export function signText(key: Buffer, text: string, length: number): string {
  return `${text}.${markOf(key, text, length)}`;
}

/** The text, if it was signed with that key. */
export function readSigned(key: Buffer, signed: string, length: number): string | undefined {
  const text = signed.slice(0, Math.max(0, signed.lastIndexOf(".")));
  const [given, expected] = [signed.slice(text.length + 1), markOf(key, text, length)].map((mark) => Buffer.from(mark));
  return given && expected && given.length === expected.length && timingSafeEqual(given, expected) ? text : undefined;
}

const markOf = (key: Buffer, text: string, length: number) =>
  createHmac("sha256", key).update(text).digest("base64url").slice(0, length);
