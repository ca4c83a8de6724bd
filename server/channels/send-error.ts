/** Why a platform did not take a message, and what follows. `mayHaveArrived`: the platform may have sent it all the same. */
export const sendFailures = {
  unreachable: { retry: true, mayHaveArrived: false },
  timeout: { retry: true, mayHaveArrived: true },
  platform_error: { retry: true, mayHaveArrived: false },
  throttled: { retry: true, mayHaveArrived: false },
  rejected: { retry: false, mayHaveArrived: false },
  blocked_by_customer: { retry: false, mayHaveArrived: false },
  outside_window: { retry: false, mayHaveArrived: false },
  bad_settings: { retry: false, mayHaveArrived: false },
} as const;
export type SendFailure = keyof typeof sendFailures;

/** What `deliver` throws. `retryAfterSeconds` is the platform's own word. */
export class SendError extends Error {
  readonly failure: SendFailure;
  readonly retryAfterSeconds: number | undefined;

  constructor(failure: SendFailure, message: string, retryAfterSeconds?: number) {
    super(message);
    this.name = "SendError";
    this.failure = failure;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Seconds before each further attempt; after the last one the message has failed. */
const retrySeconds = [5, 30, 120, 600, 3600, 14_400, 43_200];

/** How long to wait after the attempt of that number, jittered by a fifth; undefined when it was the last. */
export function waitBeforeRetry(attempt: number, random: number, retryAfterSeconds?: number): number | undefined {
  const seconds = retrySeconds[attempt - 1];
  if (seconds === undefined) return undefined;
  if (retryAfterSeconds !== undefined && retryAfterSeconds > 0) return Math.min(retryAfterSeconds, 3600) * 1000;
  return seconds * 1000 * (0.8 + 0.4 * random);
}
