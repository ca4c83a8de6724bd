/** A rate limit of `perSecond` with a `burst`. The returned function is true if one more call may pass. */
export function meter(perSecond: number, burst: number): () => boolean {
  let left = burst;
  let at = performance.now();
  return () => {
    const now = performance.now();
    left = Math.min(burst, left + ((now - at) / 1000) * perSecond);
    at = now;
    if (left < 1) return false;
    left--;
    return true;
  };
}
