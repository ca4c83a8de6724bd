import type { OutgoingContent } from "@banter/core/flow/outgoing.ts";
import { type Refill, type TokenBucket, tokenBucket } from "@banter/core/model/limits/token-bucket.ts";
import type { Pace } from "../../channels/outbound.ts";
import { type Clock, systemClock } from "./clock.ts";

/** How long a usage warning of the platform stays in effect. */
const usageMs = 60_000;
/** From this used share of the rate limit on, the page slows down; it never stops by itself. */
const highUsage = 0.8;
/** A throttled call shows that at least this share of the rate limit is used. */
const throttledUsage = 0.9;
const minShare = 0.05;
const maxBuckets = 10_000;

/** Limits how fast one page sends: the channel's own pace, slower while the platform reports high usage. */
export function pacer(pace: () => Pace, clock: Pick<Clock, "now"> = systemClock) {
  const bucket = tokenBucket(() => evenly(pace().perSecond * share()), clock.now);
  const customers = new Map<string, TokenBucket>();
  let usage = { share: 0, at: 0 };

  function share(): number {
    if (usage.share < highUsage || clock.now() - usage.at > usageMs) return 1;
    return Math.max(minShare, (1 - usage.share) / (1 - highUsage));
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
    /** How many calls could start now. */
    available: bucket.available,
    /** Milliseconds until this customer may get a message, by their own limit alone. */
    customerWait: (psid: string): number => bucketOf(psid)?.wait() ?? 0,
    /** Takes tokens for one call and returns 0, or returns the milliseconds until the page may make a call. */
    take({ psid, content }: { psid: string; content: OutgoingContent }): number {
      const waitMs = bucket.take(pace().weigh?.(content) ?? 1);
      if (waitMs === 0) bucketOf(psid)?.take();
      return waitMs;
    },
    /** The platform has reported the used share of its rate limit, 0 to 1. */
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
