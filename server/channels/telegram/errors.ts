import { z } from "zod";
import type { PlatformAnswer } from "../../outbound/pools.ts";
import { withRetryAfter } from "../../outbound/retry-after.ts";
import { SendError, type SendFailure } from "../../outbound/send-error.ts";

/**
 * Our failure for each of Telegram's errors: the first row that fits.
 * https://core.telegram.org/bots/api#making-requests
 */
export const refusals: { code: number; says?: RegExp; failure: SendFailure }[] = [
  { code: 429, failure: "throttled" },
  { code: 403, says: /bot was blocked by the user/i, failure: "blocked_by_customer" },
  { code: 403, says: /user is deactivated/i, failure: "blocked_by_customer" },
  // The customer has not pressed Start yet, or has deleted the chat.
  { code: 403, says: /bot can't initiate conversation/i, failure: "blocked_by_customer" },
  { code: 403, failure: "rejected" },
  { code: 400, says: /chat not found|user not found|PEER_ID_INVALID/i, failure: "blocked_by_customer" },
  { code: 400, failure: "rejected" },
  // Not documented: seen for revoked tokens and for tokens that never existed.
  { code: 401, failure: "bad_settings" },
  { code: 404, failure: "bad_settings" },
];

const Refusal = z.object({
  ok: z.literal(false),
  error_code: z.int(),
  description: z.string().default(""),
  parameters: z.object({ retry_after: z.number().optional() }).optional(),
});

/** The error for a response without a result. */
export function sendErrorOf(answer: PlatformAnswer): SendError {
  const refusal = Refusal.safeParse(answer.body);
  if (!refusal.success) return unreadable(answer);
  const { error_code: code, description, parameters } = refusal.data;
  const row = refusals.find((row) => row.code === code && (row.says?.test(description) ?? true));
  const known = row?.failure ?? (code >= 500 ? "platform_error" : "rejected");
  const { failure, retryAfterSeconds } = withRetryAfter(known, answer);
  const wait = parameters?.retry_after ?? retryAfterSeconds;
  return new SendError(failure, `Telegram answered ${code}: ${description.slice(0, 300)}`, wait);
}

/** True if Telegram could not fetch or show the file at an address. */
export function isUnfetchable(error: unknown): boolean {
  return (
    error instanceof SendError &&
    error.failure === "rejected" &&
    /HTTP URL|web ?page|wrong (type of the|file identifier)|can't upload file by URL|_INVALID_DIMENSIONS|PHOTO_/i.test(
      error.message,
    )
  );
}

/**
 * The response is not of the Bot API, but of something in between. After an unreadable success the message may have
 * arrived.
 */
function unreadable(answer: PlatformAnswer): SendError {
  const { status } = answer;
  const says = `Telegram answered ${status} with an unknown body.`;
  if (status === 401 || status === 404) return new SendError("bad_settings", says);
  if (status >= 200 && status < 300) return new SendError("timeout", says);
  const { failure, retryAfterSeconds } = withRetryAfter("platform_error", answer);
  return new SendError(failure, says, retryAfterSeconds);
}
