import { lineRefusals } from "@banter/core/channels/line/refusals.ts";
import { z } from "zod";
import type { PlatformAnswer } from "../../outbound/pools.ts";
import { withRetryAfter } from "../../outbound/retry-after.ts";
import { SendError, type SendFailure } from "../../outbound/send-error.ts";

/** An answer of LINE's that is no success. `code` is the row's in the table of refusals; `body` is LINE's. */
export class Refusal extends SendError {
  readonly status: number;
  readonly code: string | undefined;
  readonly body: unknown;

  constructor(
    failure: SendFailure,
    message: string,
    { status, code, body, retryAfterSeconds }: Pick<Refusal, "status" | "code" | "body" | "retryAfterSeconds">,
  ) {
    super(failure, message, retryAfterSeconds);
    this.name = "Refusal";
    this.status = status;
    this.code = code;
    this.body = body;
  }
}

export function refusalOf(answer: PlatformAnswer): Refusal {
  const { status, body } = answer;
  const words = wordsOf(body);
  const row = lineRefusals.find((row) => row.status === status && (row.says?.test(words) ?? true));
  const known = row?.failure ?? (status >= 500 ? "platform_error" : "rejected");
  const { failure, retryAfterSeconds } = withRetryAfter(known, answer);
  const message = `LINE answered ${status}: ${words.slice(0, 300)}`;
  return new Refusal(failure, message, { status, code: row?.codes[0], body, retryAfterSeconds });
}

export const isRefusal = (error: unknown, code: string): error is Refusal =>
  error instanceof Refusal && error.code === code;

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
