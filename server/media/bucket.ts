import { createReadStream } from "node:fs";
import { AppError } from "@banter/core/model/error.ts";
import { AwsV4Signer } from "aws4fetch";
import type { BucketConfig } from "../config/config.ts";
import { type BucketAnswer, callBucket } from "../outbound/bucket.ts";
import type { Storage } from "./storage.ts";
import { temporaryFiles } from "./temporary-files.ts";

/**
 * Files in a bucket that speaks the S3 protocol. The bucket stays private: files are served through us. `uploads` is a
 * folder that no other user of the machine can make first, as they could in the temporary directory.
 */
export function bucketStorage(config: BucketConfig, uploads: string): Storage {
  const temporaries = temporaryFiles(uploads);

  async function call(method: "PUT" | "GET" | "DELETE", key: string, more: Sent = {}): Promise<BucketAnswer> {
    const signer = new AwsV4Signer({
      ...{ method, url: urlOf(config, key), headers: more.headers ?? {} },
      ...{ accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
      ...{ service: "s3", region: config.region },
    });
    const { url, headers } = await signer.sign();
    return callBucket(url, { method, headers: Object.fromEntries(headers), ...(more.body && { body: more.body }) });
  }

  return {
    ...temporaries,
    async put(key, temporaryPath, { bytes, sha256 }) {
      const headers = {
        // Must be known before the first byte: the protocol takes no chunked bodies.
        "content-length": String(bytes),
        "content-type": "application/octet-stream",
        // The bucket refuses bytes that were damaged on the way.
        "x-amz-content-sha256": sha256.toString("hex"),
      };
      const answer = await call("PUT", key, { headers, body: () => createReadStream(temporaryPath) });
      await expect(answer, [200, 201, 204]);
    },
    async open(key, { start, end }) {
      const answer = await call("GET", key, { headers: { range: `bytes=${start}-${end}` } });
      if (answer.status === 200 || answer.status === 206) return answer.body;
      await expect(answer, [404]);
    },
    async remove(key) {
      await expect(await call("DELETE", key), [200, 204, 404]);
    },
  };
}

type Sent = { headers?: Record<string, string>; body?: () => NodeJS.ReadableStream };

function urlOf({ endpoint, name, hasPathStyle }: BucketConfig, key: string): string {
  const url = new URL(endpoint);
  const path = hasPathStyle ? `/${name}/${key}` : `/${key}`;
  if (!hasPathStyle) url.hostname = `${name}.${url.hostname}`;
  return `${url.origin}${url.pathname.replace(/\/$/, "")}${path}`;
}

/** Drops the answer's body. Throws on any other status. */
async function expect({ status, body }: BucketAnswer, expected: number[]): Promise<void> {
  body.on("error", () => undefined).resume();
  if (expected.includes(status)) return;
  throw new AppError("unavailable", `The file store answered ${status}.`, { headers: { "retry-after": "5" } });
}
