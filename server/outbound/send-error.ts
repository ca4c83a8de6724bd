/**
 * The reasons why a message was not sent. `retry`: a retry can help. `mayHaveArrived`: the platform may have sent it
 * anyway. `stops`: no further message goes to this customer until they write, or from this page until it is connected
 * again. The three about comments: it has its private reply already; it can no longer be answered, because it is too old
 * or the live video is over; it was deleted or cannot be seen.
 */
export const sendFailures = {
  unreachable: { retry: true, mayHaveArrived: false, stops: null },
  timeout: { retry: true, mayHaveArrived: true, stops: null },
  platform_error: { retry: true, mayHaveArrived: false, stops: null },
  throttled: { retry: true, mayHaveArrived: false, stops: null },
  rejected: { retry: false, mayHaveArrived: false, stops: null },
  blocked_by_customer: { retry: false, mayHaveArrived: false, stops: "customer" },
  outside_window: { retry: false, mayHaveArrived: false, stops: null },
  comment_answered: { retry: false, mayHaveArrived: false, stops: null },
  comment_closed: { retry: false, mayHaveArrived: false, stops: null },
  comment_gone: { retry: false, mayHaveArrived: false, stops: null },
  bad_settings: { retry: false, mayHaveArrived: false, stops: "page" },
} as const satisfies Record<string, { retry: boolean; mayHaveArrived: boolean; stops: "customer" | "page" | null }>;
export type SendFailure = keyof typeof sendFailures;

/** The messages that must wait when the platform throttles: all of the page's, or one customer's. */
export type ThrottleScope = "page" | "customer";

/**
 * Thrown by `deliver`. `retryAfterSeconds` and `errorCode` come from the platform; `core/channels/refusals.ts` has words for
 * the code. The message is shown to the page's owner.
 */
export class SendError extends Error {
  readonly failure: SendFailure;
  readonly errorCode: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly scope: ThrottleScope;

  constructor(
    failure: SendFailure,
    message: string,
    retryAfterSeconds?: number,
    scope: ThrottleScope = "page",
    errorCode?: string,
  ) {
    super(message);
    this.name = "SendError";
    this.failure = failure;
    this.retryAfterSeconds = retryAfterSeconds;
    this.scope = scope;
    this.errorCode = errorCode;
  }
}

/** The platform does not accept one of the page's settings. `setting` is its name in the channel's schema. */
export class SettingError extends SendError {
  readonly setting: string;

  constructor(setting: string, message: string) {
    super("bad_settings", message);
    this.name = "SettingError";
    this.setting = setting;
  }
}
