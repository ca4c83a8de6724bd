/**
 * A bucket that refills steadily. Platforms count by the second: it holds a tenth of what they take in one, and gets the
 * other nine tenths in the course of it, so that no second has more. With a `burst` of its own it refills in full.
 */
export function tokenBucket(perSecond: () => number, burst?: () => number) {
  let tokens = Number.NaN;
  let filledAt = performance.now();

  /** In how many milliseconds there will be a token; 0 where there is one. */
  function wait(): number {
    const allowed = perSecond();
    if (!Number.isFinite(allowed)) return 0;
    const now = performance.now();
    const most = burst?.() ?? Math.max(1, allowed / 10);
    const rate = burst ? allowed : allowed * 0.9;
    tokens = Number.isNaN(tokens) ? most : Math.min(most, tokens + ((now - filledAt) / 1000) * rate);
    filledAt = now;
    return tokens < 1 ? Math.ceil(((1 - tokens) / rate) * 1000) : 0;
  }

  return {
    wait,
    /** Takes a token, or tells in how many milliseconds there will be one. What weighs more is paid for afterwards. */
    take(weight = 1): number {
      const waitMs = wait();
      if (waitMs === 0) tokens -= weight;
      return waitMs;
    },
  };
}
