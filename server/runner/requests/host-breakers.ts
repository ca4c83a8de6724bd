import { BoundedMap } from "@banter/core/model/limits/bounded-map.ts";
import { type Breaker, type BreakerEvent, closedBreaker, nextBreaker, waitOf } from "../calls/breaker.ts";
import { type Clock, systemClock } from "../calls/clock.ts";

const rules = { failuresToOpen: 5, firstWaitMs: 1000, maxWaitMs: 15_000 };
/** A limit for hosts with failures: flows can build any number of addresses. */
const maxHosts = 10_000;

/** A breaker for each page and host that flows call: one page's mistakes do not close a host to another. */
export function hostBreakers({ now, random }: Clock = systemClock) {
  const breakers = new BoundedMap<string, Breaker>(maxHosts);
  const keyOf = (pageId: string, host: string) => `${pageId} ${host}`;

  /** Returns the state before and after. */
  function step(key: string, event: BreakerEvent): [before: Breaker["state"], after: Breaker["state"]] {
    const before = breakers.get(key) ?? closedBreaker(0);
    const next = nextBreaker(before, event, rules);
    if (next.state === "closed" && next.failures === 0) breakers.delete(key);
    else breakers.set(key, next);
    return [before.state, next.state];
  }

  return {
    /** The start time of the call; undefined if it must not be made. */
    start(pageId: string, host: string): number | undefined {
      const breaker = breakers.get(keyOf(pageId, host));
      const at = now();
      if (!breaker) return at;
      if (waitOf(breaker, at) > 0) return undefined;
      step(keyOf(pageId, host), { type: "started", at });
      return at;
    },
    /** `failure` is null if the host has answered. Tells whether the host is cut off now, or no longer. */
    ended(pageId: string, host: string, startedAt: number, failure: string | null): "cut_off" | "back" | undefined {
      const at = now();
      const event: BreakerEvent =
        failure === null
          ? { type: "answered", at, startedAt }
          : { type: "failed", at, startedAt, failure, random: random() };
      const [before, after] = step(keyOf(pageId, host), event);
      if (before === after) return undefined;
      return after === "open" ? "cut_off" : after === "closed" ? "back" : undefined;
    },
  };
}
