import { telegramRefusals } from "@banter/core/channels/telegram/refusals.ts";
import { z } from "zod";
import type { PlatformAnswer } from "../../outbound/pools.ts";
import { withRetryAfter } from "../../outbound/retry-after.ts";
import { SendError } from "../../outbound/send-error.ts";

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
  const row = telegramRefusals.find(({ status, says }) => status === code && (says?.test(description) ?? true));
  const known = row?.failure ?? (code >= 500 ? "platform_error" : "rejected");
  const { failure, retryAfterSeconds } = withRetryAfter(known, answer);
  const wait = parameters?.retry_after ?? retryAfterSeconds;
  const says = `Telegram answered ${code}: ${description.slice(0, 300)}`;
  return new SendError(failure, says, wait, "page", row?.codes[0] ?? String(code));
}

/** True if Telegram could not fetch or show the file at an address. */
export function isUnfetchable(error: unknown): boolean {
  return error instanceof SendError && ["file_not_fetched", "file_not_accepted"].includes(error.errorCode ?? "");
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
