/**
 * Why a platform did not take a message, and what follows. `retry`: trying again can help. `mayHaveArrived`: the platform
 * may have sent it all the same. `stops`: what else gets nothing until things change; the customer by writing, the page by
 * being connected anew.
 */
export const sendFailures = {
  unreachable: { retry: true, mayHaveArrived: false, stops: null },
  timeout: { retry: true, mayHaveArrived: true, stops: null },
  platform_error: { retry: true, mayHaveArrived: false, stops: null },
  throttled: { retry: true, mayHaveArrived: false, stops: null },
  rejected: { retry: false, mayHaveArrived: false, stops: null },
  blocked_by_customer: { retry: false, mayHaveArrived: false, stops: "customer" },
  outside_window: { retry: false, mayHaveArrived: false, stops: null },
  bad_settings: { retry: false, mayHaveArrived: false, stops: "page" },
} as const satisfies Record<string, { retry: boolean; mayHaveArrived: boolean; stops: "customer" | "page" | null }>;
export type SendFailure = keyof typeof sendFailures;

/** Who has to wait when the platform throttles: all of the page, or one customer. */
export type ThrottleScope = "page" | "customer";

/** What `deliver` throws. `retryAfterSeconds` is the platform's own word. The message is shown to the page's owner. */
export class SendError extends Error {
  readonly failure: SendFailure;
  readonly retryAfterSeconds: number | undefined;
  readonly scope: ThrottleScope;

  constructor(failure: SendFailure, message: string, retryAfterSeconds?: number, scope: ThrottleScope = "page") {
    super(message);
    this.name = "SendError";
    this.failure = failure;
    this.retryAfterSeconds = retryAfterSeconds;
    this.scope = scope;
  }
}
