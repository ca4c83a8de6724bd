/** How fast a bucket refills, and how many tokens it holds. */
export type Refill = { perSecond: number; burst: number };

export type TokenBucket = ReturnType<typeof tokenBucket>;

/** A bucket in memory that starts full and refills steadily. `now` is in milliseconds. */
export function tokenBucket(refill: () => Refill, now: () => number) {
  let tokens = Number.NaN;
  let filledAt = now();

  /** The milliseconds until there is a token; 0 if there is one. */
  function wait(): number {
    const { perSecond, burst } = refill();
    if (!Number.isFinite(perSecond)) return 0;
    const time = now();
    tokens = Number.isNaN(tokens) ? burst : Math.min(burst, tokens + ((time - filledAt) / 1000) * perSecond);
    filledAt = time;
    return tokens < 1 ? Math.ceil(((1 - tokens) / perSecond) * 1000) : 0;
  }

  return {
    wait,
    /** How many tokens there are now. */
    available(): number {
      wait();
      return Number.isFinite(refill().perSecond) ? Math.floor(tokens) : Number.POSITIVE_INFINITY;
    },
    /**
     * Takes a token and returns 0, or returns the milliseconds until there is one. A weight above 1 may leave the
     * bucket in debt, which later calls wait for.
     */
    take(weight = 1): number {
      const waitMs = wait();
      if (waitMs === 0) tokens -= weight;
      return waitMs;
    },
  };
}
