// Reads from a platform's answer how long to wait before the next call.

import type { SendFailure } from "./send-error.ts";

/** Refines a failure by the status and the Retry-After header of the answer, and adds how long to wait. */
export function withRetryAfter(
  failure: SendFailure,
  { status, headers }: { status: number; headers: Headers },
): { failure: SendFailure; retryAfterSeconds: number | undefined } {
  const isThrottled = failure === "throttled" || (failure === "platform_error" && throttles(status, headers));
  if (isThrottled) return { failure: "throttled", retryAfterSeconds: retryAfterOf(headers) };
  return { failure, retryAfterSeconds: failure === "platform_error" ? retryAfterOf(headers) : undefined };
}

type Headers = Record<string, string | string[] | undefined>;

/**
 * The seconds to wait by the Retry-After header, which is a number of seconds or a date. A date is compared with the
 * sender's own clock if the answer has a Date header. Undefined if there is nothing to wait for.
 */
export function retryAfterOf(headers: Headers, now = Date.now()): number | undefined {
  const given = String([headers["retry-after"]].flat()[0] ?? "").trim();
  const seconds = /^\d+(\.\d+)?$/.test(given) ? Number(given) : secondsUntil(given, dateOf(headers.date) ?? now);
  return seconds !== undefined && seconds > 0 ? seconds : undefined;
}

/** 429 always throttles. 503 throttles if it says for how long; otherwise it is an ordinary failure. */
function throttles(status: number, headers: Headers): boolean {
  return status === 429 || (status === 503 && retryAfterOf(headers) !== undefined);
}

function secondsUntil(date: string, now: number): number | undefined {
  const time = dateOf(date);
  return time === undefined ? undefined : Math.ceil((time - now) / 1000);
}

/** Accepts HTTP dates only: `Date.parse` reads nearly any number as a year. */
function dateOf(header: string | string[] | undefined): number | undefined {
  const text = String([header].flat()[0] ?? "");
  const time = /^[A-Z][a-z]+,? .*GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
