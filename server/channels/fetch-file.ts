import { type Readable, Transform } from "node:stream";
import { AppError, notFound } from "@banter/core/model/error.ts";
import { type DownloadAnswer, download } from "../outbound/download.ts";
import { retryAfterOf } from "../outbound/retry-after.ts";
import { SendError } from "../outbound/send-error.ts";

/** A file that is being fetched from the platform. Its bytes must be read or destroyed. */
export type Media = {
  bytes: Readable;
  /** As its sender or the platform says: not to be trusted. */
  contentType: string;
  /** Null if unknown. */
  length: number | null;
  /** The range of the file (`bytes 0-99/1000`), if a range was asked for and the platform supports ranges. */
  contentRange: string | null;
};

/** The caller's request: `signal` aborts when the caller is gone, `range` is the header of that name. */
export type Asking = { signal: AbortSignal; range: string | null };

type File = {
  /** The platform's name, for messages. */
  title: string;
  url: URL;
  /** The page's account with the platform. */
  account: string;
  headers?: Record<string, string>;
  contentType: string | undefined;
  maxBytes: number;
};

/** Starts to fetch a file. Throws SendError, or an AppError if the file itself is the problem. */
export async function fetchFile(file: File, { signal, range }: Asking): Promise<Media> {
  const headers = { ...file.headers, ...(range !== null && { range }) };
  const answer = await download(file.url, { headers, signal, account: file.account });
  try {
    return mediaOf(answer, file, range);
  } catch (error) {
    answer.bytes.on("error", () => undefined).destroy();
    throw error;
  }
}

/** Refuses a file whose announced size is larger than allowed. */
export function checkSize(size: number | undefined | null, maxBytes: number): void {
  if (size !== undefined && size !== null && size > maxBytes) throw tooLarge(maxBytes);
}

export function tooLarge(maxBytes: number): AppError {
  return new AppError("platform_failed", `The file is larger than ${maxBytes / mega} MB and cannot be fetched.`);
}

const mega = 1024 * 1024;

function mediaOf({ status, headers, bytes }: DownloadAnswer, file: File, range: string | null): Media {
  const { title, maxBytes } = file;
  if (status === 404 || status === 410) throw notFound("file");
  if (status === 416) throw new AppError("malformed_request", "There is no such part of the file.", { status });
  if (status === 401 || status === 403) throw new SendError("bad_settings", `${title} does not accept the token.`);
  if (status === 429) throw new SendError("throttled", `${title} is throttling.`, retryAfterOf(headers) ?? 1);
  const isPart = status === 206 && range !== null;
  if ((status !== 200 && !isPart) || (headers["content-encoding"] ?? "identity") !== "identity") {
    throw new SendError("platform_error", `${title} answered with status ${status} instead of the file.`);
  }
  const length = headers["content-length"] === undefined ? null : Number(headers["content-length"]);
  checkSize(length, maxBytes);
  return {
    bytes: guarded(bytes, file),
    contentType: file.contentType ?? String(headers["content-type"] ?? ""),
    length,
    contentRange: isPart ? String(headers["content-range"] ?? "") || null : null,
  };
}

/** Fails if there are more bytes than allowed, and replaces the platform's errors by one of ours. */
function guarded(bytes: Readable, { title, maxBytes }: File): Readable {
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      size += chunk.length;
      if (size > maxBytes) done(tooLarge(maxBytes));
      else done(null, chunk);
    },
  });
  bytes.on("error", () => counted.destroy(new AppError("unavailable", `${title} did not give the whole file.`)));
  counted.on("close", () => bytes.destroy());
  return bytes.pipe(counted);
}
