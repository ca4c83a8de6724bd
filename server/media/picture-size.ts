import { open } from "node:fs/promises";

type Size = { width: number; height: number };

/** Metadata of cameras and profiles of colours come first, at most a few segments of 64 kB. */
const headBytes = 1024 * 1024;

/** The size of a picture in pixels, read from its head alone. Undefined if it does not say one. */
export async function readPictureSize(path: string, contentType: string): Promise<Size | undefined> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const size = pictureSizeOf(buffer.subarray(0, bytesRead), contentType);
    return size && size.width > 0 && size.height > 0 ? size : undefined;
  } finally {
    await file.close();
  }
}

export function pictureSizeOf(bytes: Buffer, contentType: string): Size | undefined {
  try {
    return readers[contentType]?.(bytes);
  } catch (error) {
    // The file ends within its own head.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const readers: Record<string, (bytes: Buffer) => Size | undefined> = {
  "image/png": (bytes) =>
    bytes.toString("latin1", 12, 16) === "IHDR"
      ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
      : undefined,
  "image/gif": (bytes) => ({ width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }),
  "image/jpeg": jpegSize,
  "image/webp": webpSize,
};

/** Skips segments until the one that starts the frame. */
function jpegSize(bytes: Buffer): Size | undefined {
  for (let at = 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    else if (isFrameStart(marker)) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    else if (marker === 0xd9 || marker === 0xda) return undefined;
    else at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
}

const isFrameStart = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** WebP has three forms: lossy, lossless and extended. https://developers.google.com/speed/webp/docs/riff_container */
function webpSize(bytes: Buffer): Size | undefined {
  const form = bytes.toString("latin1", 12, 16);
  if (form === "VP8 ") return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (form === "VP8X") return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (form !== "VP8L") return undefined;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
