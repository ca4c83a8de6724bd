import { BoundedMap } from "@banter/core/model/bounded-map.ts";
import { type Breaker, type BreakerEvent, closedBreaker, nextBreaker, waitOf } from "../calls/breaker.ts";
import { type Clock, systemClock } from "../calls/clock.ts";

const rules = { failuresToOpen: 5, firstWaitMs: 1000, maxWaitMs: 15_000 };
/** A limit for hosts with failures: flows can build any number of addresses. */
const maxHosts = 10_000;

export type HostHealth = { host: string; state: Breaker["state"]; since: Date; lastFailure: string | null };

/** A breaker for each page and host that flows call: one page's mistakes do not close a host to another. */
export function hostBreakers({ now, random }: Clock = systemClock) {
  const breakers = new BoundedMap<string, Breaker>(maxHosts);
  const keyOf = (pageId: string, host: string) => `${pageId} ${host}`;

  function step(key: string, event: BreakerEvent): void {
    const next = nextBreaker(breakers.get(key) ?? closedBreaker(0), event, rules);
    if (next.state === "closed" && next.failures === 0) breakers.delete(key);
    else breakers.set(key, next);
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
    /** `failure` is null if the host has answered. */
    ended(pageId: string, host: string, startedAt: number, failure: string | null): void {
      const at = now();
      const event: BreakerEvent =
        failure === null
          ? { type: "answered", at, startedAt }
          : { type: "failed", at, startedAt, failure, random: random() };
      step(keyOf(pageId, host), event);
    },
    /** The hosts that fail for this page's flows. */
    health: (pageId: string): HostHealth[] =>
      [...breakers].flatMap(([key, { state, since, lastFailure }]) => {
        if (!key.startsWith(`${pageId} `) || state === "closed") return [];
        const host = key.slice(pageId.length + 1);
        return { host, state, since: new Date(Date.now() + since - now()), lastFailure };
      }),
  };
}
