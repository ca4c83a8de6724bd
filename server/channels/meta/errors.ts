import { z } from "zod";
import { SendError, type SendFailure } from "../../outbound/send-error.ts";

/** `sent`: Meta answers with an error although the message was sent. */
export type GraphFailure = SendFailure | "sent";

/**
 * Our failure for each messaging error of the Graph API, by code and subcode, or by either alone. A restricted account
 * stops the page like a bad token: nothing can be sent until its owner has acted.
 * https://developers.facebook.com/docs/messenger-platform/error-codes
 */
export const graphErrors: Record<string, GraphFailure> = {
  // Temporary faults. 2 can also mean that the person has blocked the page, 1/99 a missing permission.
  "1": "platform_error",
  "1/99": "platform_error",
  "2": "platform_error",
  // Messenger is asking the person questions of its own.
  "2018321": "platform_error",
  "1/1357046": "sent",

  // Throttling of the app, the user, the page or the call. 17, 32 and 80006 are unconfirmed.
  "4": "throttled",
  "17": "throttled",
  "32": "throttled",
  "613": "throttled",
  "613/2534040": "throttled",
  "80006": "throttled",

  // Frequency limits of marketing messages and opt-ins, misuse of tags: a retry does not help.
  "4/2018354": "rejected",
  "9/2018352": "rejected",
  "613/1893016": "rejected",
  "613/2018338": "rejected",
  "10/1404170": "rejected",
  "10/1893015": "rejected",

  // Outside the window. Meta documents 1545041 so in one place, and as an unavailable person in another.
  "10/2018278": "outside_window",
  "10/2018065": "outside_window",
  "10/2534022": "outside_window",

  "10/2018108": "blocked_by_customer",
  "551": "blocked_by_customer",
  "551/1545041": "blocked_by_customer",
  "200/1545041": "blocked_by_customer",

  // The page or account may not send at all.
  "10/1893063": "bad_settings",
  "2022": "bad_settings",
  "100/2534029": "bad_settings",

  // Permissions, the app, the link between page and account.
  "10": "bad_settings",
  "200": "bad_settings",
  "200/2018028": "bad_settings",
  "200/2018027": "bad_settings",
  "200/2534041": "bad_settings",
  "10/2534077": "bad_settings",
  "100/2534013": "bad_settings",
  "190": "bad_settings",

  // The message is invalid. Removed tags are 100 without a subcode.
  "100": "rejected",
  "100/33": "rejected",
  "100/2018001": "rejected",
  "100/2018008": "rejected",
  "100/2018014": "rejected",
  "100/2018047": "rejected",
  "100/2018074": "rejected",
  "100/2018109": "rejected",
  "100/2018294": "rejected",
  "100/2534014": "rejected",
  "100/2534015": "rejected",
  // Another app owns the thread.
  "100/2534037": "rejected",
  "2018300": "rejected",
  // The person has no profile, or it may not be read.
  "2018218": "rejected",
  "2018247": "rejected",
  // The message that it refers to was deleted.
  "9000001": "rejected",

  // Private replies. 109xx are seen in use; Meta documents only the code of Instagram.
  "10900": "comment_answered",
  "10901": "comment_closed",
  "10902": "comment_closed",
  "100/2534025": "comment_closed",
  "100/2018292": "comment_gone",
};

const GraphError = z.object({
  error: z.object({
    message: z.string().catch(""),
    code: z.number().catch(0),
    error_subcode: z.number().optional().catch(undefined),
    error_user_msg: z.string().optional().catch(undefined),
    is_transient: z.boolean().optional().catch(undefined),
  }),
});
export type GraphError = z.infer<typeof GraphError>["error"];

export function findGraphError(body: unknown): GraphError | undefined {
  return GraphError.safeParse(body).data?.error;
}

/** Only the codes count: status and text of an error vary. */
export function failureOf({ code, error_subcode: subcode = 0, is_transient }: GraphError): GraphFailure {
  const known = graphErrors[`${code}/${subcode}`] ?? (subcode > 999_999 ? graphErrors[subcode] : undefined);
  if (known) return known;
  return is_transient ? "platform_error" : (graphErrors[code] ?? "rejected");
}

/** Quotes Meta's message, which tells an owner more than ours could. */
export function sendErrorOf(error: GraphError, failure: SendFailure, retryAfterSeconds?: number): SendError {
  const { message, code, error_subcode, error_user_msg } = error;
  const codes = error_subcode === undefined ? code : `${code}/${error_subcode}`;
  const words = (error_user_msg ?? message).replaceAll(/\s+/g, " ").slice(0, 300);
  return new SendError(failure, `Meta refused with error ${codes}: ${words}`, retryAfterSeconds);
}
