import { type Clock, systemClock } from "./clock.ts";

/** How fast a bucket refills. Without a `burst` of its own it holds a tenth of a second's worth. */
export type Refill = { perSecond: number; burst?: number };

/**
 * A bucket that refills steadily. Platforms count by the second: it holds a tenth of what they take in one, and gets the
 * other nine tenths in the course of it, so that no second has more. With a `burst` of its own it refills in full.
 */
export function tokenBucket(refill: () => Refill, { now }: Pick<Clock, "now"> = systemClock) {
  let tokens = Number.NaN;
  let filledAt = now();

  /** In how many milliseconds there will be a token; 0 where there is one. */
  function wait(): number {
    const { perSecond, burst } = refill();
    if (!Number.isFinite(perSecond)) return 0;
    const most = burst ?? Math.max(1, perSecond / 10);
    const rate = burst === undefined ? perSecond * 0.9 : perSecond;
    const time = now();
    tokens = Number.isNaN(tokens) ? most : Math.min(most, tokens + ((time - filledAt) / 1000) * rate);
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
    /** Takes a token, or tells in how many milliseconds there will be one. What weighs more is paid for afterwards. */
    take(weight = 1): number {
      const waitMs = wait();
      if (waitMs === 0) tokens -= weight;
      return waitMs;
    },
  };
}
