import { type Clock, systemClock } from "./clock.ts";

/** How fast a bucket refills. Without a `burst` of its own it holds a tenth of a second's worth. */
export type Refill = { perSecond: number; burst?: number };

/**
 * A token bucket. Platforms count calls per second: the bucket holds a tenth of a second's calls and refills at nine
 * tenths of the rate, so that no second exceeds the limit. With a `burst` of its own it refills at the full rate.
 */
export function tokenBucket(refill: () => Refill, { now }: Pick<Clock, "now"> = systemClock) {
  let tokens = Number.NaN;
  let filledAt = now();

  /** Milliseconds until there is a token; 0 if there is one. */
  function wait(): number {
    const { perSecond, burst } = refill();
    if (!Number.isFinite(perSecond)) return 0;
    const capacity = burst ?? Math.max(1, perSecond / 10);
    const rate = burst === undefined ? perSecond * 0.9 : perSecond;
    const time = now();
    tokens = Number.isNaN(tokens) ? capacity : Math.min(capacity, tokens + ((time - filledAt) / 1000) * rate);
    filledAt = time;
    return tokens < 1 ? Math.ceil(((1 - tokens) / rate) * 1000) : 0;
  }

  return {
    wait,
    /** How many tokens there are now. */
    available(): number {
      wait();
      return Number.isFinite(refill().perSecond) ? Math.floor(tokens) : Number.POSITIVE_INFINITY;
    },
    /**
     * Takes tokens and returns 0, or returns the milliseconds until there is one. More than there are become a debt.
     */
    take(weight = 1): number {
      const waitMs = wait();
      if (waitMs === 0) tokens -= weight;
      return waitMs;
    },
  };
}
