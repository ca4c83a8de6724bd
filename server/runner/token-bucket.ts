/** A bucket that refills steadily. It holds a tenth of a second's worth, or `burst`: platforms count by the second. */
export function tokenBucket(perSecond: () => number, burst?: () => number) {
  let tokens = Number.NaN;
  let filledAt = performance.now();

  /** In how many milliseconds there will be a token; 0 where there is one. */
  function wait(): number {
    const rate = perSecond();
    if (!Number.isFinite(rate)) return 0;
    const now = performance.now();
    const most = burst?.() ?? Math.max(1, rate / 10);
    tokens = Number.isNaN(tokens) ? most : Math.min(most, tokens + ((now - filledAt) / 1000) * rate);
    filledAt = now;
    return tokens < 1 ? Math.ceil(((1 - tokens) / rate) * 1000) : 0;
  }

  return {
    wait,
    /** Takes a token, or tells in how many milliseconds there will be one. */
    take(): number {
      const waitMs = wait();
      if (waitMs === 0) tokens--;
      return waitMs;
    },
  };
}
