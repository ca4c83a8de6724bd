import { inflateRawSync } from "node:zlib";
import { Unreadable } from "./document.ts";

/** More than any text has: a small archive can unpack to gigabytes. */
const maxUnpacked = 64 * 1024 * 1024;
const endLength = 22;
const entryLength = 46;

/** A file in a ZIP archive; undefined if there is none of that name. Throws Unreadable for a damaged archive. */
export function unzip(archive: Buffer, wanted: string): Buffer | undefined {
  try {
    const end = archive.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"), archive.length - endLength);
    if (end < 0) throw new Unreadable("damaged");
    const entries = archive.readUInt16LE(end + 10);
    let at = archive.readUInt32LE(end + 16);
    for (let index = 0; index < entries; index++) {
      const nameLength = archive.readUInt16LE(at + 28);
      const name = archive.toString("utf8", at + entryLength, at + entryLength + nameLength);
      if (name === wanted) return unpack(archive, at);
      at += entryLength + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
    }
    return undefined;
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable("damaged");
  }
}

function unpack(archive: Buffer, entry: number): Buffer {
  const isLocked = (archive.readUInt16LE(entry + 8) & 1) === 1;
  if (isLocked) throw new Unreadable("locked");
  const method = archive.readUInt16LE(entry + 10);
  const length = archive.readUInt32LE(entry + 20);
  const local = archive.readUInt32LE(entry + 42);
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const packed = archive.subarray(start, start + length);
  return method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: maxUnpacked });
}
