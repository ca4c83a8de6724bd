/** A token bucket for each caller, in this node's memory. The least recently used are dropped. */
export function callLimiter({
  burst,
  perSecond,
  maxCallers = 10_000,
}: {
  burst: number;
  perSecond: number;
  maxCallers?: number;
}) {
  const buckets = new Map<string, { tokens: number; at: number }>();

  return (caller: string): boolean => {
    const now = performance.now();
    const { tokens, at } = buckets.get(caller) ?? { tokens: burst, at: now };
    const filled = Math.min(burst, tokens + ((now - at) / 1000) * perSecond);
    buckets.delete(caller);
    buckets.set(caller, { tokens: filled < 1 ? filled : filled - 1, at: now });
    const [oldest] = buckets.keys();
    if (buckets.size > maxCallers && oldest !== undefined) buckets.delete(oldest);
    return filled >= 1;
  };
}
