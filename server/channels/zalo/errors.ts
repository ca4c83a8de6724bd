import { z } from "zod";
import type { PlatformAnswer } from "../../outbound/pools.ts";
import { withRetryAfter } from "../../outbound/retry-after.ts";
import { SendError, type SendFailure } from "../../outbound/send-error.ts";

type Refusal = { failure: SendFailure; meaning: string };

/**
 * Our failure for each of Zalo's errors. https://developers.zalo.me/docs/official-account/phu-luc/ma-loi
 *
 * Unconfirmed: gathered from others' programs and their copies of that page.
 */
export const refusals: Record<number, Refusal> = {
  [-32]: { failure: "throttled", meaning: "the app or the account has made too many calls" },
  [-100]: { failure: "platform_error", meaning: "something went wrong at Zalo" },
  [-200]: { failure: "platform_error", meaning: "Zalo could not send the message" },
  [-201]: { failure: "rejected", meaning: "a part of the message is not valid" },
  [-204]: { failure: "bad_settings", meaning: "the Official Account was deleted" },
  [-205]: { failure: "bad_settings", meaning: "the Official Account does not exist" },
  [-209]: { failure: "bad_settings", meaning: "the app is not active" },
  [-210]: { failure: "rejected", meaning: "a part of the message is too long or too large" },
  [-211]: { failure: "rejected", meaning: "the account's number of messages is used up" },
  [-212]: { failure: "bad_settings", meaning: "the app is not registered for this kind of call" },
  [-213]: { failure: "blocked_by_customer", meaning: "the person does not follow the account" },
  [-216]: { failure: "bad_settings", meaning: "the access token is no longer good" },
  [-217]: { failure: "blocked_by_customer", meaning: "the person has blocked the account" },
  [-218]: { failure: "rejected", meaning: "this person was sent as many messages as Zalo allows" },
  [-219]: { failure: "bad_settings", meaning: "the app was removed or disabled" },
  [-220]: { failure: "bad_settings", meaning: "the access token is no longer good" },
  [-221]: { failure: "bad_settings", meaning: "the Official Account is not verified" },
  [-223]: { failure: "bad_settings", meaning: "the account has not given the app this permission" },
  [-224]: { failure: "rejected", meaning: "the account's package at Zalo does not include this" },
  [-227]: { failure: "blocked_by_customer", meaning: "the person's account is locked, or was not used for 45 days" },
  [-230]: { failure: "outside_window", meaning: "the person last did something more than 7 days ago" },
  [-232]: { failure: "outside_window", meaning: "the person has not written, or too long ago" },
  [-233]: { failure: "rejected", meaning: "the account may not send this kind of message" },
  [-234]: { failure: "rejected", meaning: "this kind of message may not be sent at night" },
  [-240]: { failure: "rejected", meaning: "this kind of call was shut down" },
  [-244]: { failure: "blocked_by_customer", meaning: "the person does not want messages of this kind" },
  [-248]: { failure: "rejected", meaning: "the message breaks a rule of Zalo" },
  [-320]: {
    failure: "outside_window",
    meaning: "after 48 hours messages cost money, and the app has no Zalo Cloud Account",
  },
  [-321]: {
    failure: "outside_window",
    meaning: "after 48 hours messages cost money, and the Zalo Cloud Account has none left",
  },
};

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
  const { failure: known, meaning } = refusals[data.error] ?? {
    failure: "rejected",
    meaning: "the call was refused",
  };
  const { failure, retryAfterSeconds } = withRetryAfter(known, answer);
  const words = data.message === undefined ? "" : ` (${data.message.slice(0, 200)})`;
  return new SendError(failure, `Zalo refused with error ${data.error}: ${meaning}${words}.`, retryAfterSeconds);
}

/** Something in between has answered. After an unreadable success the message may have arrived. */
function unreadable(answer: PlatformAnswer): SendError {
  const { status } = answer;
  const says = `Zalo answered ${status} with an unknown body.`;
  if (status >= 200 && status < 300) return new SendError("timeout", says);
  const { failure, retryAfterSeconds } = withRetryAfter("platform_error", answer);
  return new SendError(failure, says, retryAfterSeconds);
}
