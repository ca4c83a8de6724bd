import { createHmac } from "node:crypto";

/** The code that an authenticator app shows for a key. https://www.rfc-editor.org/rfc/rfc6238 */
export function totpCode(base32Key: string, at = Date.now()): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const digest = createHmac("sha1", fromBase32(base32Key)).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** The key in the address that sets up an authenticator app. */
export const totpKeyOf = (totpUri: string) => new URL(totpUri).searchParams.get("secret") ?? "";

function fromBase32(text: string): Buffer {
  const bits = [...text.replaceAll("=", "")]
    .map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
