import { sendFailures } from "../../outbound/send-error.ts";
import type { AttemptOutcome, EndedAttempt } from "../../store/runtime/message-attempts.ts";
import type { CallEnd, PlatformConnection } from "./call.ts";
import type { OutgoingItem } from "./item.ts";

/** An attempt that has ended. Times are by `performance.now()`; `endedAt` is null if its end is unknown. */
export type Attempt = { startedAt: number; endedAt: number | null; outcome: AttemptOutcome; answer: string | null };

const maxAnswerLength = 300;

/**
 * The attempts to be logged when a call has ended: none if the message was sent at once, as nearly all are. `end` is as
 * it was applied to the message.
 */
export function attemptsOf(
  item: OutgoingItem,
  { event, error, startedAt }: Pick<CallEnd, "event" | "error" | "startedAt">,
  { settings }: Pick<PlatformConnection, "settings">,
): Attempt[] {
  const { isUndelivered, isRepeat, lostAttemptAt } = item;
  if (event.type === "call_accepted" && !isUndelivered && !isRepeat) return [];
  const answer = error ? withoutSecrets(error.message, settings).slice(0, maxAnswerLength).toWellFormed() : null;
  const attempt: Attempt = { startedAt, endedAt: performance.now(), outcome: outcomeOf(event), answer };
  if (lostAttemptAt === null) return [attempt];
  return [{ startedAt: lostAttemptAt, endedAt: null, outcome: "unknown", answer: null }, attempt];
}

export function endedAttempt(pageId: string, messageId: number, attempt: Attempt): EndedAttempt {
  const { startedAt, endedAt, outcome, answer } = attempt;
  const now = performance.now();
  const endedMsAgo = endedAt === null ? null : now - endedAt;
  return { pageId, messageId, startedMsAgo: now - startedAt, endedMsAgo, outcome, answer };
}

function outcomeOf(event: CallEnd["event"]): AttemptOutcome {
  if (event.type === "call_accepted") return "sent";
  if (event.failure === "throttled") return "throttled";
  if (event.waitMs === undefined) return "failed";
  return sendFailures[event.failure].mayHaveArrived ? "unknown" : "retry";
}

/** Shorter settings are names and numbers that people may see. */
const minSecretLength = 12;

/** A platform that quotes our request must not put the page's token into the log. */
function withoutSecrets(text: string, settings: unknown): string {
  const values = Object.values((settings ?? {}) as Record<string, unknown>);
  const secrets = values.filter((value) => typeof value === "string" && value.length >= minSecretLength) as string[];
  return secrets.reduce((kept, secret) => kept.replaceAll(secret, "…"), text.replaceAll("\0", ""));
}
