import { type Clock, systemClock } from "./clock.ts";

export type ShareSize = {
  /** Calls in flight while answers are quick. */
  max: number;
  /** Calls in flight while answers are slow. */
  min: number;
  /** A call that takes longer is slow. */
  slowMs: number;
};

export const messageShare: ShareSize = { max: 20, min: 4, slowMs: 2000 };

export type CallShare = ReturnType<typeof callShare>;

/**
 * Limits the calls of one page that are in flight, so that a page whose calls hang holds only a few connections. Each
 * slow answer halves the limit, each quick one raises it by one. Slow calls in flight count as several, so that the
 * limit takes effect before the first of them times out.
 */
export function callShare({ max, min, slowMs }: ShareSize, { now }: Pick<Clock, "now"> = systemClock) {
  const inFlight = new Set<StartedCall>();
  let limit = max;

  /** Calls are in order of their start: the first quick one ends the search. */
  function countSlow(): number {
    let slow = 0;
    for (const { startedAt } of inFlight) {
      if (now() - startedAt < slowMs) break;
      slow++;
    }
    return slow;
  }

  return {
    /** True if a call may start in addition to `besides` others that are about to start. */
    mayStart(besides = 0): boolean {
      const slow = countSlow();
      const size = inFlight.size + besides;
      return size < limit && size - slow + slow * (max / min) < max;
    },
    started(): StartedCall {
      const call = { startedAt: now() };
      inFlight.add(call);
      return call;
    },
    ended(call: StartedCall): void {
      if (!inFlight.delete(call)) return;
      const isSlow = now() - call.startedAt >= slowMs;
      limit = isSlow ? Math.max(min, Math.floor(limit / 2)) : Math.min(max, limit + 1);
    },
    inFlight: () => inFlight.size,
  };
}

export type StartedCall = { readonly startedAt: number };
