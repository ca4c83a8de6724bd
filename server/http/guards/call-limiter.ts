import { BoundedMap } from "@banter/core/model/limits/bounded-map.ts";
import { type Refill, type TokenBucket, tokenBucket } from "@banter/core/model/limits/token-bucket.ts";

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

/** Takes from one bucket after another, for example the page's, then the node's, and from none after an empty one. */
export function sharedLimiter<By extends string>(rates: Partial<Record<By, Refill>>) {
  const limiters = Object.entries<Refill | undefined>(rates).flatMap(([by, rate]) =>
    rate ? [{ by: by as By, mayCall: callLimiter(rate) }] : [],
  );
  return (callers: Record<By, string>): boolean => limiters.every(({ by, mayCall }) => mayCall(callers[by]));
}
