import type { Channel, RenderContext } from "../channels/channel.ts";
import { SendError, sendFailures, type ThrottleScope, waitBeforeRetry } from "../channels/send-error.ts";
import type { Outcome, QueuedMessage } from "../store/messages.ts";

/**
 * `isMarked`: the attempt is recorded already. `isRepeat`: an earlier attempt may have arrived. `isTroubled`: an earlier
 * attempt has failed, and the table knows. `taken`: how many of its calls the platform has taken, and `platformIds` its
 * ids for them, by its answers and echoes.
 */
export type Waiting = QueuedMessage & {
  isMarked: boolean;
  isRepeat: boolean;
  isTroubled: boolean;
  waitMs: number;
  isUnderWay?: boolean;
  taken?: number;
  platformIds?: Set<string>;
  throttles?: number;
};

/** What to send by. `connection` tells one set of settings from the next. */
export type Connected = { channel: Channel; settings: unknown; connection: number; isDisconnected: boolean };

export type Attempted = {
  outcome: Outcome;
  usage?: number;
  throttle?: { scope: ThrottleScope; retryAfterSeconds: number | undefined };
  /** The platform has cut the page off, and why. */
  cutOff?: string;
};

/** How long a page that is cut off may leave its messages waiting. */
const longestCutOffMs = 86_400_000;

/** Hands a message to the platform, from the first call on that it has not taken yet. */
export async function attempt(
  { channel, settings }: Connected,
  message: Waiting,
  contextOf: () => RenderContext,
  onFault: (error: unknown) => void,
): Promise<Attempted> {
  let usage: number | undefined;
  try {
    message.platformIds ??= new Set();
    message.taken ??= 0;
    const calls = channel.render(message.content, contextOf(), settings);
    while (message.taken < calls.length) {
      const delivered = await deliver(channel, calls[message.taken], settings, message);
      message.taken++;
      if (delivered?.platformId) message.platformIds.add(delivered.platformId);
      usage = delivered?.usage ?? usage;
    }
    return { outcome: sentOf(message), ...(usage !== undefined && { usage }) };
  } catch (error) {
    if (!(error instanceof SendError)) onFault(error);
    return failed(message, error instanceof SendError ? error : new SendError("rejected", "The message has a fault."));
  }
}

export function sentOf({ id, platformIds, isTroubled }: Waiting): Outcome {
  return { id, status: "sent", platformId: [...(platformIds ?? [])].join(" ") || null, wasTroubled: isTroubled };
}

/** An echo came of it: one more call has arrived. Returns whether that is news. */
export function hear(message: Waiting, platformId: string): boolean {
  message.platformIds ??= new Set();
  message.platformIds.add(platformId);
  return message.platformIds.size > (message.taken ?? 0);
}

/** Whether a message of a page that is cut off has waited too long. */
export const isOverdue = ({ ageMs }: Waiting, sinceMs: number) => ageMs + sinceMs > longestCutOffMs;

async function deliver(channel: Channel, call: unknown, settings: unknown, message: Waiting) {
  try {
    const delivered = (await channel.deliver?.(call, settings)) ?? null;
    return typeof delivered === "string" ? { platformId: delivered } : delivered;
  } catch (error) {
    // Whatever the platform answered, if it did: its echo says that the call has arrived.
    if (error instanceof SendError && (message.platformIds?.size ?? 0) > (message.taken ?? 0)) return null;
    throw error;
  }
}

function failed(message: Waiting, { failure, message: why, retryAfterSeconds, scope }: SendError): Attempted {
  const { id } = message;
  const { retry, mayHaveArrived, stops } = sendFailures[failure];
  const reason = reasonOf(failure);
  if (stops === "page") return { outcome: { id, status: "queued", waitMs: 0, reason, mayHaveArrived }, cutOff: why };
  if (failure === "throttled") {
    // How long is the pacer's to say.
    return {
      outcome: { id, status: "queued", waitMs: 0, reason, mayHaveArrived },
      throttle: { scope, retryAfterSeconds },
    };
  }
  const waitMs = retry ? waitBeforeRetry(message.attempts + 1, Math.random(), retryAfterSeconds) : undefined;
  if (waitMs !== undefined) return { outcome: { id, status: "queued", waitMs, reason, mayHaveArrived } };
  return { outcome: { id, status: "failed", reason, ...(stops === "customer" && { blockedBy: message.psid }) } };
}

/** The one that callers of the API meet goes by the same name here. */
export const reasonOf = (failure: string) => (failure === "outside_window" ? "outside_messaging_window" : failure);
