import { byCode } from "@banter/core/channels/refusal.ts";
import { zaloRefusals } from "@banter/core/channels/zalo/refusals.ts";
import { z } from "zod";
import type { PlatformAnswer } from "../../outbound/pools.ts";
import { withRetryAfter } from "../../outbound/retry-after.ts";
import { SendError } from "../../outbound/send-error.ts";

const refusals = byCode(zaloRefusals);

/** `error` is 0 for a success, also of calls that answer with status 200 and a refusal. */
export const Answer = z.object({
  error: z.int(),
  message: z.string().optional().catch(undefined),
  data: z.unknown().optional(),
});

/** The error of a call that Zalo has refused, or has not answered as documented. */
export function sendErrorOf(answer: PlatformAnswer): SendError {
  const { success, data } = Answer.safeParse(answer.body);
  if (!success || data.error === 0) return unreadable(answer);
  const errorCode = String(data.error);
  const refusal = refusals.get(errorCode);
  const { failure, retryAfterSeconds } = withRetryAfter(refusal?.failure ?? "rejected", answer);
  const words = data.message === undefined ? "" : ` (${data.message.slice(0, 200)})`;
  const message = [`Zalo refused with error ${errorCode}${words}.`, refusal?.en].filter(Boolean).join(" ");
  return new SendError(failure, message, retryAfterSeconds, "page", errorCode);
}

/** Something in between has answered. After an unreadable success the message may have arrived. */
function unreadable(answer: PlatformAnswer): SendError {
  const { status } = answer;
  const says = `Zalo answered ${status} with an unknown body.`;
  if (status >= 200 && status < 300) return new SendError("timeout", says);
  const { failure, retryAfterSeconds } = withRetryAfter("platform_error", answer);
  return new SendError(failure, says, retryAfterSeconds);
}
