import type { OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import type { Pace } from "../../channels/channel.ts";
import { tokenBucket } from "./token-bucket.ts";

/** How long a platform's word that little is left of its allowance is remembered. */
const usageMs = 60_000;
/** From this share of the allowance on, the page slows down; it never stops by itself. */
const muchUsage = 0.8;
const leastShare = 0.05;
const longestQuietMs = 600_000;
const mostBuckets = 10_000;

/** How fast one page may send: the channel's own pace, slower where its platform says so, and silent where it must be. */
export function pacer(pace: () => Pace) {
  const bucket = tokenBucket(() => pace().perSecond * share());
  const customers = new Map<string, ReturnType<typeof tokenBucket>>();
  let usage = { share: 0, at: 0 };
  let quietUntil = 0;
  let throttles = 0;

  function share(): number {
    if (usage.share < muchUsage || performance.now() - usage.at > usageMs) return 1;
    return Math.max(leastShare, (1 - usage.share) / (1 - muchUsage));
  }

  function bucketOf(psid: string) {
    const { perCustomer } = pace();
    if (!perCustomer) return undefined;
    const known = customers.get(psid);
    if (known) return known;
    if (customers.size >= mostBuckets)
      for (const [psid, { wait }] of customers) if (wait() === 0) customers.delete(psid);
    const made = tokenBucket(
      () => perCustomer.perSecond,
      () => perCustomer.burst,
    );
    customers.set(psid, made);
    return made;
  }

  return {
    /** How long this customer has to wait, whatever the page may. */
    customerWait: (psid: string): number => bucketOf(psid)?.wait() ?? 0,
    /** Takes the right to make one call for a message, or tells in how many milliseconds the page may. */
    take({ psid, content }: { psid: string; content: OutgoingMessage }): number {
      const quietMs = quietUntil - performance.now();
      const waitMs = quietMs > 0 ? Math.ceil(quietMs) : bucket.take(pace().weigh?.(content) ?? 1);
      if (waitMs === 0) bucketOf(psid)?.take();
      return waitMs;
    },
    /** The platform wants silence from the whole page: how long, in milliseconds. Without a word of its own, longer each time. */
    throttled(retryAfterSeconds: number | undefined): number {
      const quietMs = quietFor(retryAfterSeconds, throttles++);
      quietUntil = Math.max(quietUntil, performance.now() + quietMs);
      usage = { share: Math.max(usage.share, 0.9), at: performance.now() };
      return quietMs;
    },
    delivered(used: number | undefined): void {
      throttles = 0;
      if (used !== undefined) usage = { share: used, at: performance.now() };
    },
  };
}

/** A throttled message has done nothing wrong: it waits as long as the platform says, or twice as long each time. */
export function quietFor(retryAfterSeconds: number | undefined, times: number): number {
  if (retryAfterSeconds !== undefined && retryAfterSeconds > 0) return Math.min(retryAfterSeconds, 3600) * 1000;
  return Math.min(1000 * 2 ** Math.min(times, 20), longestQuietMs) * (0.8 + 0.4 * Math.random());
}
