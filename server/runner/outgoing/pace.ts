import type { OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import { type Refill, type TokenBucket, tokenBucket } from "@banter/core/model/token-bucket.ts";
import type { Pace } from "../../channels/channel.ts";
import { type Clock, systemClock } from "./clock.ts";

/** How long a platform's word that little is left of its allowance is remembered. */
const usageMs = 60_000;
/** From this share of the allowance on, the page slows down; it never stops by itself. */
const muchUsage = 0.8;
/** The least share of the allowance that a throttled call shows to be used. */
const throttledUsage = 0.9;
const leastShare = 0.05;
const maxBuckets = 10_000;

/** How fast one page may send: the channel's own pace, slower where its platform says that little is left. */
export function pacer(pace: () => Pace, clock: Pick<Clock, "now"> = systemClock) {
  const bucket = tokenBucket(() => evenly(pace().perSecond * share()), clock.now);
  const customers = new Map<string, TokenBucket>();
  let usage = { share: 0, at: 0 };

  function share(): number {
    if (usage.share < muchUsage || clock.now() - usage.at > usageMs) return 1;
    return Math.max(leastShare, (1 - usage.share) / (1 - muchUsage));
  }

  function bucketOf(psid: string) {
    const { perCustomer } = pace();
    if (!perCustomer) return undefined;
    const known = customers.get(psid);
    if (known) return known;
    if (customers.size >= maxBuckets)
      for (const [psid, { wait }] of customers) if (wait() === 0) customers.delete(psid);
    const made = tokenBucket(() => perCustomer, clock.now);
    customers.set(psid, made);
    return made;
  }

  return {
    /** How many calls could start at once. */
    available: bucket.available,
    /** How long this customer has to wait, whatever the page may. */
    customerWait: (psid: string): number => bucketOf(psid)?.wait() ?? 0,
    /** Takes the right to make one call for a message, or tells in how many milliseconds the page may. */
    take({ psid, content }: { psid: string; content: OutgoingMessage }): number {
      const waitMs = bucket.take(pace().weigh?.(content) ?? 1);
      if (waitMs === 0) bucketOf(psid)?.take();
      return waitMs;
    },
    /** The platform has said how much of its allowance is used up, 0 to 1. */
    used(share: number): void {
      usage = { share, at: clock.now() };
    },
    throttled(): void {
      usage = { share: Math.max(usage.share, throttledUsage), at: clock.now() };
    },
  };
}

/**
 * Platforms count by the second. The bucket holds a tenth of a second's calls and gets the other nine tenths in the
 * course of it, so that no second has more.
 */
const evenly = (perSecond: number): Refill => ({ perSecond: perSecond * 0.9, burst: Math.max(1, perSecond / 10) });
