/** A bucket that refills steadily and holds a tenth of a second's worth: platforms count by the second. */
export function tokenBucket(perSecond: () => number) {
  let tokens = Number.NaN;
  let filledAt = performance.now();

  return {
    /** Takes a token, or tells in how many milliseconds there will be one. */
    take(): number {
      const rate = perSecond();
      if (!Number.isFinite(rate)) return 0;
      const now = performance.now();
      const most = Math.max(1, rate / 10);
      tokens = Number.isNaN(tokens) ? most : Math.min(most, tokens + ((now - filledAt) / 1000) * rate);
      filledAt = now;
      if (tokens < 1) return Math.ceil(((1 - tokens) / rate) * 1000);
      tokens--;
      return 0;
    },
  };
}
