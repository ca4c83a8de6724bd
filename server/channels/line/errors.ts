import { lineRefusals } from "@banter/core/channels/line/refusals.ts";
import { z } from "zod";
import type { PlatformAnswer } from "../../outbound/pools.ts";
import { withRetryAfter } from "../../outbound/retry-after.ts";
import { SendError, type SendFailure } from "../../outbound/send-error.ts";

/** An answer of LINE's that is no success. `body` is LINE's. */
export class Refusal extends SendError {
  readonly status: number;
  readonly body: unknown;

  constructor(
    failure: SendFailure,
    message: string,
    given: Pick<Refusal, "status" | "errorCode" | "body" | "retryAfterSeconds">,
  ) {
    super(failure, message, given.retryAfterSeconds, "page", given.errorCode);
    this.name = "Refusal";
    this.status = given.status;
    this.body = given.body;
  }
}

export function refusalOf(answer: PlatformAnswer): Refusal {
  const { status, body } = answer;
  const words = wordsOf(body);
  const row = lineRefusals.find((row) => row.status === status && (row.says?.test(words) ?? true));
  const known = row?.failure ?? (status >= 500 ? "platform_error" : "rejected");
  const { failure, retryAfterSeconds } = withRetryAfter(known, answer);
  const message = `LINE answered ${status}: ${words.slice(0, 300)}`;
  return new Refusal(failure, message, { status, errorCode: row?.codes[0], body, retryAfterSeconds });
}

export const isRefusal = (error: unknown, code: string): error is Refusal =>
  error instanceof Refusal && error.errorCode === code;

/** The message, and the property that each detail is about. The OAuth calls have an error and its description. */
function wordsOf(body: unknown): string {
  const { message, details = [], error, error_description: description } = ErrorBody.safeParse(body).data ?? {};
  const about = details.map(({ message = "", property = "" }) => `${property}: ${message}`);
  return [message ?? error, description, ...about].filter(Boolean).join("; ") || "an unknown body.";
}

const ErrorBody = z.object({
  message: z.string().optional(),
  details: z.array(z.object({ message: z.string().optional(), property: z.string().optional() })).optional(),
  error: z.string().optional(),
  error_description: z.string().optional(),
});
