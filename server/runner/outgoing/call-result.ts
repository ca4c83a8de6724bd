import { SendError, sendFailures } from "../../outbound/send-error.ts";

/**
 * How a call ended, as far as the page's next calls are concerned. `answered`: the platform works, whatever it said of
 * the message; `usage` is how much of its allowance is used up. `trouble`: the platform does not work. `throttled`: it
 * wants silence from the whole page. `not_made`: nothing was learned.
 */
export type CallResult =
  | { type: "answered"; usage?: number | undefined }
  | { type: "trouble"; failure: string; retryAfterSeconds?: number | undefined }
  | { type: "throttled"; retryAfterSeconds?: number | undefined }
  | { type: "not_made" };

export function callResultOf(error: unknown): CallResult {
  if (!(error instanceof SendError)) return { type: "not_made" };
  const { failure, retryAfterSeconds, scope } = error;
  if (failure === "throttled")
    return scope === "page" ? { type: "throttled", retryAfterSeconds } : { type: "answered" };
  return sendFailures[failure].retry ? { type: "trouble", failure, retryAfterSeconds } : { type: "answered" };
}
