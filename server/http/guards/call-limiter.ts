import { BoundedMap } from "@banter/core/model/limits/bounded-map.ts";
import { type TokenBucket, tokenBucket } from "@banter/core/model/limits/token-bucket.ts";

/** A bucket for each caller, in this node's memory. Returns false for a call that is one too many. */
export function callLimiter({
  burst,
  perSecond,
  maxCallers = 10_000,
}: {
  burst: number;
  perSecond: number;
  maxCallers?: number;
}) {
  const buckets = new BoundedMap<string, TokenBucket>(maxCallers);
  const refill = () => ({ burst, perSecond });

  return (caller: string): boolean => {
    const bucket = buckets.get(caller) ?? tokenBucket(refill, () => performance.now());
    buckets.set(caller, bucket);
    return bucket.take() === 0;
  };
}
