// Calls to the bucket that keeps files. The operator configures its address, so private hosts are allowed.

import type { Readable } from "node:stream";
import { AppError } from "@banter/core/model/error.ts";
import { bucketPool } from "./pools.ts";

/** With any status. The caller must read or destroy `body`. */
export type BucketAnswer = { status: number; body: Readable };

type BucketCall = {
  method: "PUT" | "GET" | "DELETE";
  headers: Record<string, string>;
  /** Makes the stream to send, when a connection is there. */
  body?: () => NodeJS.ReadableStream;
};

/** Throws `unavailable` without an answer. */
export async function callBucket(url: URL, { method, headers, body }: BucketCall): Promise<BucketAnswer> {
  try {
    const answer = await bucketPool(url.origin).request({
      method,
      path: url.pathname + url.search,
      headers: { ...headers, "accept-encoding": "identity" },
      body: (body?.() as Readable | undefined) ?? null,
      headersTimeout: 60_000,
      bodyTimeout: 30_000,
    });
    return { status: answer.statusCode, body: answer.body };
  } catch {
    // Names no address: it may hold secrets.
    throw new AppError("unavailable", "The file store cannot be reached.", { headers: { "retry-after": "5" } });
  }
}
