import type { OutgoingContent } from "@banter/core/flow/outgoing.ts";
import type { Pace } from "../../channels/outbound.ts";
import { databaseNow } from "../../store/health/database-clock.ts";
import { type Breaker, type BreakerEvent, type BreakerRules, closedBreaker, nextBreaker, waitOf } from "./breaker.ts";
import type { CallResult } from "./call-result.ts";
import { callShare, messageShare, type StartedCall } from "./call-share.ts";
import { type Clock, systemClock } from "./clock.ts";
import { pacer } from "./pace.ts";

const outageRules: BreakerRules = { failuresToOpen: 5, firstWaitMs: 1000, maxWaitMs: 15_000 };
/** For platforms that do not say how long to wait. Short, so that the page goes on soon after the limit ends. */
const throttleRules: BreakerRules = { failuresToOpen: 1, firstWaitMs: 1000, maxWaitMs: 8000 };
/** For typing indicators and other best-effort calls: they use none of the messages' share. */
const extraShare = { max: 4, min: 1, slowMs: 2000 };

/** The state of a page's calls to its platform, as shown to people. */
export type CallHealth = {
  state: "closed" | "open" | "probing";
  since: Date;
  lastFailure: string | null;
  /** Until when the platform throttles the page; null if it does not. */
  throttledUntil: Date | null;
};

export type PageCalls = ReturnType<typeof pageCalls>;

/**
 * Decides when a page's calls to its platform may start: no more at once than the page's share, no faster than the
 * platform allows, none while it fails or throttles, and then a single probe first.
 */
export function pageCalls(pace: () => Pace, clock: Clock = systemClock) {
  const { now, random } = clock;
  const share = callShare(messageShare, clock);
  const extras = callShare(extraShare, clock);
  const pacing = pacer(pace, clock);
  let outage = closedBreaker(now());
  let throttle = closedBreaker(now());

  const step = (events: { outage: BreakerEvent; throttle: BreakerEvent }) => {
    outage = nextBreaker(outage, events.outage, outageRules);
    throttle = nextBreaker(throttle, events.throttle, throttleRules);
  };
  const closedFor = () => Math.max(waitOf(outage, now()), waitOf(throttle, now()));

  return {
    /** Milliseconds until this customer may get a message, by their own limit alone. */
    customerWait: pacing.customerWait,
    /** True if a call could start now in addition to `besides` others. */
    mayStart: (besides = 0) =>
      share.mayStart(besides) &&
      outage.state === "closed" &&
      throttle.state === "closed" &&
      pacing.available() > besides,
    /** Starts a call, or returns the milliseconds after which to ask again; ask sooner if a call ends before. */
    start(message: { psid: string; content: OutgoingContent }): StartedCall | number {
      if (!share.mayStart()) return Number.POSITIVE_INFINITY;
      const waitMs = closedFor() || pacing.take(message);
      if (waitMs > 0) return waitMs;
      const call = share.started();
      const started = { type: "started", at: call.startedAt } as const;
      step({ outage: started, throttle: started });
      return call;
    },
    /** Every call that was started must end here. */
    ended(call: StartedCall, result: CallResult): void {
      share.ended(call);
      if (result.type === "answered" && result.usage !== undefined) pacing.used(result.usage);
      if (result.type === "throttled") pacing.throttled();
      step(eventsOf(result, { at: now(), startedAt: call.startedAt, random: random() }));
    },
    /** How long the platform still throttles the page. */
    quietMs: () => (throttle.state === "open" ? waitOf(throttle, now()) : 0),
    /** Makes a best-effort call if there is room and the platform works. */
    async extra(work: () => Promise<void>): Promise<void> {
      if (!extras.mayStart() || outage.state !== "closed" || throttle.state !== "closed") return;
      const call = extras.started();
      await work().finally(() => extras.ended(call));
    },
    /** The page has new settings, which may lead to another host: forgets all failures. */
    reset(): void {
      outage = closedBreaker(now());
      throttle = closedBreaker(now());
    },
    inFlight: share.inFlight,
    state: () => outage.state,
    health: () => healthOf(outage, throttle, now()),
  };
}

function healthOf({ state, since, lastFailure }: Breaker, throttle: Breaker, now: number): CallHealth {
  const dateOf = (time: number) => new Date(databaseNow() + time - now);
  const throttledUntil = throttle.state === "open" ? dateOf(throttle.until) : null;
  return { state, since: dateOf(since), lastFailure, throttledUntil };
}

type Ended = { at: number; startedAt: number; random: number };

/** A throttling answer shows that the platform works; a missing answer says nothing about its limits. */
function eventsOf(
  result: CallResult,
  { at, startedAt, random }: Ended,
): { outage: BreakerEvent; throttle: BreakerEvent } {
  const answered = { type: "answered", at, startedAt } as const;
  const undecided = { type: "undecided", at, startedAt } as const;
  if (result.type === "answered") return { outage: answered, throttle: answered };
  if (result.type === "not_made") return { outage: undecided, throttle: undecided };
  const askedMs = result.retryAfterSeconds === undefined ? undefined : result.retryAfterSeconds * 1000;
  const failed = { type: "failed", at, startedAt, askedMs, random } as const;
  return result.type === "outage"
    ? { outage: { ...failed, failure: result.failure }, throttle: undecided }
    : { outage: answered, throttle: { ...failed, failure: "throttled" } };
}

/** How long a throttled customer has to wait: as the platform says, or twice as long each time. */
export function customerQuietMs(retryAfterSeconds: number | undefined, times: number, random: number): number {
  if (retryAfterSeconds !== undefined && retryAfterSeconds > 0) return Math.min(retryAfterSeconds, 3600) * 1000;
  return Math.min(1000 * 2 ** Math.min(times, 20), 600_000) * (0.8 + 0.4 * random);
}
