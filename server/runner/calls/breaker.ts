/**
 * A circuit breaker: stops calls to a host that fails. Closed: calls go through. Open: no call before `until`. Probing:
 * one trial call is running; an answer closes the breaker, a failure opens it again for longer.
 *
 * `since` is when it last opened or closed, `changedAt` when the current state began: results of calls that started
 * earlier are ignored.
 */
export type Breaker =
  | { state: "closed"; since: number; changedAt: number; failures: number; lastFailure: string | null }
  | { state: "open"; since: number; changedAt: number; until: number; waits: number; lastFailure: string }
  | { state: "probing"; since: number; changedAt: number; waits: number; lastFailure: string };

export type BreakerRules = {
  /** How many failures in a row open it. */
  failuresToOpen: number;
  /** How long it stays open at first; twice as long after each failed probe, up to a limit. */
  firstWaitMs: number;
  maxWaitMs: number;
};

/** `undecided`: the call's end says nothing about the failures that this breaker counts. */
export type BreakerEvent =
  | { type: "started"; at: number }
  | { type: "answered" | "undecided"; at: number; startedAt: number }
  | { type: "failed"; at: number; startedAt: number; failure: string; askedMs?: number | undefined; random: number };

/** A limit for the wait that a host may ask for. */
const maxAskedMs = 3_600_000;
/** Longer than any call takes: a probe whose end was never reported must not keep the breaker open. */
const maxProbeMs = 60_000;

export const closedBreaker = (at: number): Breaker => ({
  ...{ state: "closed", since: at, changedAt: at },
  ...{ failures: 0, lastFailure: null },
});

/** Milliseconds until a call may start; 0 for now. While a probe is running, its end may come much sooner. */
export function waitOf(breaker: Breaker, now: number): number {
  if (breaker.state === "closed") return 0;
  const until = breaker.state === "open" ? breaker.until : breaker.changedAt + maxProbeMs;
  return Math.max(0, Math.ceil(until - now));
}

export function nextBreaker(breaker: Breaker, event: BreakerEvent, rules: BreakerRules): Breaker {
  const { at } = event;
  if (event.type === "started") {
    if (breaker.state === "closed") return breaker;
    const { since, waits, lastFailure } = breaker;
    return { state: "probing", since, changedAt: at, waits, lastFailure };
  }
  if (event.startedAt < breaker.changedAt || breaker.state === "open") return breaker;
  if (event.type === "failed") return afterFailure(breaker, event, rules);
  if (breaker.state === "closed") return event.type === "answered" ? { ...breaker, failures: 0 } : breaker;
  if (event.type === "answered") return { ...closedBreaker(at), lastFailure: breaker.lastFailure };
  const { since, waits, lastFailure } = breaker;
  return { state: "open", since, changedAt: at, until: at, waits, lastFailure };
}

function afterFailure(
  breaker: Extract<Breaker, { state: "closed" | "probing" }>,
  { at, failure, askedMs, random }: Extract<BreakerEvent, { type: "failed" }>,
  { failuresToOpen, firstWaitMs, maxWaitMs }: BreakerRules,
): Breaker {
  const failures = breaker.state === "closed" ? breaker.failures + 1 : failuresToOpen;
  if (failures < failuresToOpen && breaker.state === "closed") return { ...breaker, failures, lastFailure: failure };
  const waits = breaker.state === "closed" ? 0 : breaker.waits;
  const ownMs = Math.round(Math.min(firstWaitMs * 2 ** Math.min(waits, 20), maxWaitMs) * (0.8 + 0.4 * random));
  const waitMs = askedMs !== undefined && askedMs > 0 ? Math.min(askedMs, maxAskedMs) : ownMs;
  const since = breaker.state === "closed" ? at : breaker.since;
  return { state: "open", since, changedAt: at, until: at + waitMs, waits: waits + 1, lastFailure: failure };
}
