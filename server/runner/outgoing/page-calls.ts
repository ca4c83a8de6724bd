import type { OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import type { Pace } from "../../channels/channel.ts";
import { type Breaker, type BreakerEvent, type BreakerRules, closedBreaker, nextBreaker, waitOf } from "./breaker.ts";
import type { CallResult } from "./call-result.ts";
import { callShare, messageShare, type StartedCall } from "./call-share.ts";
import { type Clock, systemClock } from "./clock.ts";
import { pacer } from "./pace.ts";

const troubleRules: BreakerRules = { failuresToOpen: 5, firstWaitMs: 1000, maxWaitMs: 15_000 };
/** Without a word of the platform. Short, so that the page goes on within seconds of the platform. */
const throttleRules: BreakerRules = { failuresToOpen: 1, firstWaitMs: 1000, maxWaitMs: 8000 };
/** For typing indicators and other calls that nobody waits for: they take nothing from the messages' share. */
const extraShare = { max: 4, min: 1, slowMs: 2000 };

/** How a page gets on with its platform, for people to see. */
export type CallHealth = {
  state: "closed" | "open" | "probing";
  since: Date;
  lastFailure: string | null;
  /** Until when the platform wants silence; null where it does not. */
  throttledUntil: Date | null;
};

export type PageCalls = ReturnType<typeof pageCalls>;

/**
 * Decides when calls of one page to its platform may start: no more at once than the page's share, no faster than the
 * platform takes them, none while it is in trouble or wants silence, and then one first to find out.
 */
export function pageCalls(pace: () => Pace, clock: Clock = systemClock) {
  const { now, random } = clock;
  const share = callShare(messageShare, clock);
  const extras = callShare(extraShare, clock);
  const pacing = pacer(pace, clock);
  let trouble = closedBreaker(now());
  let throttle = closedBreaker(now());

  const step = (events: { trouble: BreakerEvent; throttle: BreakerEvent }) => {
    trouble = nextBreaker(trouble, events.trouble, troubleRules);
    throttle = nextBreaker(throttle, events.throttle, throttleRules);
  };
  const closedFor = () => Math.max(waitOf(trouble, now()), waitOf(throttle, now()));

  return {
    /** How long this customer has to wait, whatever the page may. */
    customerWait: pacing.customerWait,
    /** True if a call could start at once, besides so many others. */
    mayStart: (besides = 0) =>
      share.mayStart(besides) &&
      trouble.state === "closed" &&
      throttle.state === "closed" &&
      pacing.available() > besides,
    /** Starts a call for a message, or tells in how many milliseconds to ask again; sooner if a call ends before. */
    start(message: { psid: string; content: OutgoingMessage }): StartedCall | number {
      if (!share.mayStart()) return Number.POSITIVE_INFINITY;
      const waitMs = closedFor() || pacing.take(message);
      if (waitMs > 0) return waitMs;
      const call = share.started();
      const started = { type: "started", at: call.startedAt } as const;
      step({ trouble: started, throttle: started });
      return call;
    },
    /** Every call that was started must end here. */
    ended(call: StartedCall, result: CallResult): void {
      share.ended(call);
      if (result.type === "answered" && result.usage !== undefined) pacing.used(result.usage);
      if (result.type === "throttled") pacing.throttled();
      step(eventsOf(result, { at: now(), startedAt: call.startedAt, random: random() }));
    },
    /** How long the platform wants silence, in milliseconds. */
    quietMs: () => (throttle.state === "open" ? waitOf(throttle, now()) : 0),
    /** Makes a call that nobody waits for, if there is room and the platform takes calls. */
    async extra(work: () => Promise<void>): Promise<void> {
      if (!extras.mayStart() || trouble.state !== "closed" || throttle.state !== "closed") return;
      const call = extras.started();
      await work().finally(() => extras.ended(call));
    },
    /** The page has new settings: nothing is known of the platform that they lead to. */
    reset(): void {
      trouble = closedBreaker(now());
      throttle = closedBreaker(now());
    },
    inFlight: share.inFlight,
    state: () => trouble.state,
    health: () => healthOf(trouble, throttle, now()),
  };
}

function healthOf({ state, since, lastFailure }: Breaker, throttle: Breaker, now: number): CallHealth {
  const dateOf = (time: number) => new Date(Date.now() + time - now);
  const throttledUntil = throttle.state === "open" ? dateOf(throttle.until) : null;
  return { state, since: dateOf(since), lastFailure, throttledUntil };
}

type Ended = { at: number; startedAt: number; random: number };

/** An answer that throttles shows that the platform works; a call without an answer says nothing of its limits. */
function eventsOf(
  result: CallResult,
  { at, startedAt, random }: Ended,
): { trouble: BreakerEvent; throttle: BreakerEvent } {
  const answered = { type: "answered", at, startedAt } as const;
  const undecided = { type: "undecided", at, startedAt } as const;
  if (result.type === "answered") return { trouble: answered, throttle: answered };
  if (result.type === "not_made") return { trouble: undecided, throttle: undecided };
  const askedMs = result.retryAfterSeconds === undefined ? undefined : result.retryAfterSeconds * 1000;
  const failed = { type: "failed", at, startedAt, askedMs, random } as const;
  return result.type === "trouble"
    ? { trouble: { ...failed, failure: result.failure }, throttle: undecided }
    : { trouble: answered, throttle: { ...failed, failure: "throttled" } };
}

/** How long a customer that the platform throttles has to wait: as it says, or twice as long each time. */
export function customerQuietMs(retryAfterSeconds: number | undefined, times: number, random: number): number {
  if (retryAfterSeconds !== undefined && retryAfterSeconds > 0) return Math.min(retryAfterSeconds, 3600) * 1000;
  return Math.min(1000 * 2 ** Math.min(times, 20), 600_000) * (0.8 + 0.4 * random);
}
