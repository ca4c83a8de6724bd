import { SendError, sendFailures } from "../../outbound/send-error.ts";

/**
 * The meaning of a call's end for the page's next calls. `answered`: the platform works, even if it refused the message;
 * `usage` is the used share of the rate limit, 0 to 1. `outage`: the platform does not work. `throttled`: the whole
 * page must wait. `not_made`: the call says nothing about the platform.
 */
export type CallResult =
  | { type: "answered"; usage?: number | undefined }
  | { type: "outage"; failure: string; retryAfterSeconds?: number | undefined }
  | { type: "throttled"; retryAfterSeconds?: number | undefined }
  | { type: "not_made" };

export function callResultOf(error: unknown): CallResult {
  if (!(error instanceof SendError)) return { type: "not_made" };
  const { failure, retryAfterSeconds, scope } = error;
  if (failure === "throttled")
    return scope === "page" ? { type: "throttled", retryAfterSeconds } : { type: "answered" };
  return sendFailures[failure].retry ? { type: "outage", failure, retryAfterSeconds } : { type: "answered" };
}
