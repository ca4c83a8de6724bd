import { createHash } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import { AppError } from "@banter/core/model/error.ts";
import { maxMediaBytes, maxPixels } from "@banter/core/model/media.ts";
import { readPictureSize } from "../../media/picture-size.ts";
import { sniffedBytes } from "../../media/sniff.ts";
import type { Storage } from "../../media/storage.ts";
import { type CheckedType, checkType } from "./check-type.ts";

/** A file on its way in. `name` is checked; everything else is the sender's word. */
export type Upload = {
  name: string;
  declaredType: string | undefined;
  length: number | undefined;
  body: Readable;
};

/** A file that has arrived whole and is what it says, in a temporary file. */
export type ReceivedFile = CheckedType & {
  path: string;
  bytes: number;
  sha256: Buffer;
  width: number | null;
  height: number | null;
};

/** Writes an upload to a temporary file, a chunk at a time, and checks it. Leaves no file behind if it throws. */
export async function receive(storage: Storage, upload: Upload): Promise<ReceivedFile> {
  const path = await storage.temporaryPath();
  const file = await open(path, "wx", 0o600);
  try {
    const written = await write(file, upload).finally(() => file.close());
    return { path, ...written, ...(await checkPicture(path, written.contentType)) };
  } catch (error) {
    await rm(path, { force: true });
    // Node drops the rest of the body, so that the sender gets the answer.
    upload.body.resume();
    throw error;
  }
}

type Written = CheckedType & Pick<ReceivedFile, "bytes" | "sha256">;

async function write(file: FileHandle, { body, length, ...claims }: Upload): Promise<Written> {
  if (length !== undefined && length > Math.max(...Object.values(maxMediaBytes))) throw tooLarge();
  const hash = createHash("sha256");
  let head: Buffer = Buffer.alloc(0);
  let checked: CheckedType | undefined;
  let bytes = 0;
  for await (const chunk of chunksOf(body)) {
    bytes += chunk.length;
    if (!checked) {
      head = Buffer.concat([head, chunk]);
      if (head.length >= sniffedBytes) checked = checkStart(head, claims, length);
    }
    if (bytes > (checked ? maxMediaBytes[checked.kind] : Number.POSITIVE_INFINITY)) throw tooLarge();
    hash.update(chunk);
    await file.write(chunk);
  }
  if (bytes === 0) throw new AppError("malformed_request", "The file is empty.");
  checked ??= checkStart(head, claims, length);
  return { ...checked, bytes, sha256: hash.digest() };
}

/** Refuses a file by its first bytes and its announced length, before the rest has arrived. */
function checkStart(head: Buffer, claims: Pick<Upload, "name" | "declaredType">, length = 0): CheckedType {
  const checked = checkType(head, claims);
  if (length > maxMediaBytes[checked.kind]) throw tooLarge();
  return checked;
}

/** The stream stays open after a refusal, because the answer takes the same connection. */
export async function* chunksOf(body: Readable): AsyncGenerator<Buffer> {
  try {
    yield* body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("malformed_request", "The body ended early.");
  }
}

async function checkPicture(path: string, contentType: string): Promise<Pick<ReceivedFile, "width" | "height">> {
  if (!contentType.startsWith("image/")) return { width: null, height: null };
  const size = await readPictureSize(path, contentType);
  if (!size) throw new AppError("file_type_mismatch", "The picture is damaged: it does not say how large it is.");
  if (size.width * size.height > maxPixels) throw new AppError("file_too_large", "The picture has too many pixels.");
  return size;
}

const tooLarge = () =>
  new AppError("file_too_large", "The file is too large: 10 MB for a picture, 50 MB for a video, 25 MB for others.");
