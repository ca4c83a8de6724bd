import type { SendFailure } from "./send-error.ts";

/** A failure as the status and the Retry-After header of its answer make it, and how long to wait. */
export function withRetryAfter(
  failure: SendFailure,
  { status, headers }: { status: number; headers: Headers },
): { failure: SendFailure; retryAfterSeconds: number | undefined } {
  const isThrottled = failure === "throttled" || (failure === "platform_error" && asksForSilence(status, headers));
  if (isThrottled) return { failure: "throttled", retryAfterSeconds: retryAfterOf(headers) };
  return { failure, retryAfterSeconds: failure === "platform_error" ? retryAfterOf(headers) : undefined };
}

type Headers = Record<string, string | string[] | undefined>;

/**
 * The seconds that an answer asks to wait, from its Retry-After header: a number of seconds or a date. A date is
 * compared with the clock of whoever sent it, if the answer has that too. Undefined where there is nothing to wait for.
 */
export function retryAfterOf(headers: Headers, now = Date.now()): number | undefined {
  const given = String([headers["retry-after"]].flat()[0] ?? "").trim();
  const seconds = /^\d+(\.\d+)?$/.test(given) ? Number(given) : secondsUntil(given, dateOf(headers.date) ?? now);
  return seconds !== undefined && seconds > 0 ? seconds : undefined;
}

/** 429 always asks for silence. 503 does where it says for how long; else it is a fault like others. */
function asksForSilence(status: number, headers: Headers): boolean {
  return status === 429 || (status === 503 && retryAfterOf(headers) !== undefined);
}

function secondsUntil(date: string, now: number): number | undefined {
  const time = dateOf(date);
  return time === undefined ? undefined : Math.ceil((time - now) / 1000);
}

/** Only dates as HTTP has them: the parser takes nearly any number for a year. */
function dateOf(header: string | string[] | undefined): number | undefined {
  const text = String([header].flat()[0] ?? "");
  const time = /^[A-Z][a-z]+,? .*GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
