import { AppError } from "@banter/core/model/error.ts";
import type { FastifyRequest } from "fastify";

/**
 * The `idempotency-key` header. `domain/idempotency.ts` tells what becomes of it. Read from the raw headers, because
 * Node joins two headers of the same name into one value.
 */
export function idempotencyKeyOf({ raw: { rawHeaders } }: FastifyRequest): string | undefined {
  const isKey = (index: number) => rawHeaders[index]?.toLowerCase() === "idempotency-key";
  const keys = rawHeaders.filter((_, index) => index % 2 === 1 && isKey(index - 1));
  const [key] = keys;
  if (key === undefined) return undefined;
  if (keys.length > 1 || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new AppError("malformed_request", "The idempotency key must be 1 to 255 visible ASCII characters.");
  }
  return key;
}
