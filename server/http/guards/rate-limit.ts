import { BoundedMap } from "@banter/core/model/limits/bounded-map.ts";
import { type RateLimit, takeFromBucket } from "../../store/catalog/rate-buckets.ts";
import type { Db } from "../../store/db/db.ts";

/** A share that is forgotten loses its unspent tokens; the next request takes others. */
const maxPages = 10_000;

/**
 * Limits a page's requests by a token bucket in the database, which all nodes share. A node takes a handful of tokens
 * at a time and spends them from memory, so that a busy page costs one small statement in twenty requests. Tokens not
 * spent within a second are dropped: the sum over all nodes never exceeds the limit.
 */
export function rateLimiter(db: Db, limit: RateLimit) {
  const shares = new BoundedMap<string, Share>(maxPages);
  const handful = Math.max(1, Math.min(20, Math.floor(limit.burst / 10)));

  async function refill(pageId: string, share: Share): Promise<void> {
    const { taken, left } = await takeFromBucket(db, pageId, limit, handful);
    share.tokens = taken;
    share.left = left;
    share.dropAt = performance.now() + 1000;
    // Do not ask an empty bucket again before it can hold a token.
    share.askAgainAt = taken > 0 ? 0 : performance.now() + Math.max(5, 1000 / limit.perSecond);
  }

  /** Spends one token. Returns how many requests are left, or undefined when the page has none. */
  return async (pageId: string): Promise<number | undefined> => {
    const share = shares.get(pageId) ?? { tokens: 0, left: 0, dropAt: 0, askAgainAt: 0 };
    shares.set(pageId, share);
    while (share.tokens < 1 || share.dropAt <= performance.now()) {
      if (share.askAgainAt > performance.now()) return undefined;
      share.refilling ??= refill(pageId, share).finally(() => {
        share.refilling = undefined;
      });
      await share.refilling;
    }
    share.tokens--;
    return share.left + share.tokens;
  };
}

type Share = { tokens: number; left: number; dropAt: number; askAgainAt: number; refilling?: Promise<void> };

/** The fields of the IETF draft: the bucket's size, the seconds it takes to fill, and what is left. */
export const rateHeaders = ({ perSecond, burst }: RateLimit, left: number) => ({
  "ratelimit-policy": `"page";q=${burst};w=${Math.max(1, Math.ceil(burst / perSecond))}`,
  ratelimit: `"page";r=${left};t=${Math.max(1, Math.ceil((burst - left) / perSecond))}`,
});
