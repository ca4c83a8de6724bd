// Reads and unpacks the bodies of answers to a flow's requests, up to a size limit.

import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, type ZlibOptions } from "node:zlib";
import { NoAnswer } from "./no-answer.ts";

/** The text of a body. Throws as soon as it has more than `maxBytes`, packed or unpacked. */
export async function readText(body: AsyncIterable<Buffer>, coding: string, maxBytes: number): Promise<string> {
  // NUL cannot be stored.
  return new TextDecoder().decode(await readUnpacked(body, coding, maxBytes)).replaceAll("\0", "\ufffd");
}

/** The same as bytes. */
export async function readUnpacked(body: AsyncIterable<Buffer>, coding: string, maxBytes: number): Promise<Buffer> {
  return unpacked(await readBytes(body, maxBytes), coding.trim().toLowerCase(), maxBytes);
}

/** The bytes of a body. Throws as soon as it has more than `maxBytes`. */
async function readBytes(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new NoAnswer("too_large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** We do not ask for compression, but some servers always compress. */
const unpackers: Record<string, (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>> = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

async function unpacked(bytes: Buffer, coding: string, maxBytes: number): Promise<Buffer> {
  if (coding === "" || coding === "identity" || bytes.length === 0) return bytes;
  const unpack = Object.hasOwn(unpackers, coding) ? unpackers[coding] : undefined;
  if (!unpack) throw new NoAnswer("unreachable");
  try {
    return await unpack(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    const isTooLong = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    throw new NoAnswer(isTooLong ? "too_large" : "unreachable");
  }
}
