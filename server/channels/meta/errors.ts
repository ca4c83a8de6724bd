import { metaRefusals } from "@banter/core/channels/meta/refusals.ts";
import { byCode, type CodeMeaning } from "@banter/core/channels/refusal.ts";
import { isObject } from "@banter/core/model/json.ts";
import { z } from "zod";
import { SendError, type SendFailure } from "../../outbound/send-error.ts";

const refusals = byCode(metaRefusals);

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
  // Nearly every answer has none, and a schema that does not match is slow.
  return isObject(body) && isObject(body.error) ? GraphError.safeParse(body).data?.error : undefined;
}

/**
 * The meaning of an error, and the code that its words are found by. Only the codes count: status and text vary. A
 * subcode is known together with its code or, if it is a long one, by itself. Codes 10 and 200 mean a lost permission
 * only without a subcode: an unknown subcode may be about one person, and must not disconnect the page.
 */
export function refusalOf({ code, error_subcode: subcode = 0, is_transient }: GraphError): Meaning {
  const whole = `${code}/${subcode}`;
  const exact = meaningOf(whole) ?? (subcode > 999_999 ? meaningOf(String(subcode)) : undefined);
  if (exact) return exact;
  const errorCode = subcode === 0 ? String(code) : whole;
  if (is_transient) return { failure: "platform_error", errorCode };
  const isOfOneMessage = subcode !== 0 && (code === 10 || code === 200);
  return (isOfOneMessage ? undefined : meaningOf(String(code))) ?? { failure: "rejected", errorCode };
}

type Meaning = Pick<CodeMeaning, "failure" | "mayRetryOnce"> & { errorCode: string };

function meaningOf(errorCode: string): Meaning | undefined {
  const known = refusals.get(errorCode);
  return known && { ...known, errorCode };
}

/** Quotes Meta's message, which tells an owner more than ours could. */
export function sendErrorOf(
  error: GraphError,
  { failure, errorCode }: { failure: SendFailure; errorCode: string },
  retryAfterSeconds?: number,
): SendError {
  const { message, code, error_subcode, error_user_msg } = error;
  const codes = error_subcode === undefined ? code : `${code}/${error_subcode}`;
  const words = (error_user_msg ?? message).replaceAll(/\s+/g, " ").slice(0, 300);
  return new SendError(failure, `Meta refused with error ${codes}: ${words}`, retryAfterSeconds, "page", errorCode);
}
