import { addNote, type RenderNote } from "@banter/core/flow/render-note.ts";
import type { Channel, Delivered, RenderContext } from "../channels/channel.ts";
import { SendError, sendFailures, type ThrottleScope } from "../outbound/send-error.ts";
import type { Outcome, QueuedMessage } from "../store/messages.ts";
import { type CallResult, callResultOf } from "./outgoing/call-result.ts";
import { waitBeforeRetry } from "./outgoing/retry-schedule.ts";

/**
 * `isMarked`: the attempt is recorded already. `isRepeat`: an earlier attempt may have arrived. `isTroubled`: an earlier
 * attempt has failed, and the table knows. `taken`: how many of its calls the platform has taken, and `platformIds` its
 * ids for them, by its answers and echoes. `notes`: what they do not show as it was made.
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
  notes?: RenderNote[];
};

/** What a channel is told of a message; its notes are the message's to keep. */
export type Context = Omit<RenderContext, "note">;

/** What to send by. `connection` tells one set of settings from the next. */
export type Connected = { channel: Channel; settings: unknown; connection: number; isDisconnected: boolean };

/** `more`: the platform has taken a call, and the message has others. */
export type Attempted = {
  outcome: Outcome | "more";
  result: CallResult;
  throttle?: { scope: ThrottleScope; retryAfterSeconds: number | undefined };
  /** The platform has cut the page off, and why. */
  cutOff?: string;
};

/** How long a page that is cut off may leave its messages waiting. */
const longestCutOffMs = 86_400_000;

/** Hands a message to the platform, by the first of its calls that it has not taken yet: each has to wait for its pace. */
export async function attempt(
  connected: Connected,
  message: Waiting,
  contextOf: () => Context,
  onFault: (error: unknown) => void,
): Promise<Attempted> {
  let result: CallResult = { type: "not_made" };
  try {
    message.platformIds ??= new Set();
    message.taken ??= 0;
    const calls = callsOf(connected, message, contextOf());
    if (message.taken < calls.length) {
      const delivered = await deliver(connected, calls[message.taken], message).catch((error) => {
        result = callResultOf(error);
        throw error;
      });
      for (const note of delivered?.notes ?? []) keepNote(message, note);
      message.taken++;
      if (delivered?.platformId) message.platformIds.add(delivered.platformId);
      result = { type: "answered", usage: delivered?.usage };
    }
    return { outcome: message.taken < calls.length ? "more" : sentOf(message), result };
  } catch (error) {
    if (!(error instanceof SendError)) onFault(error);
    const known = error instanceof SendError ? error : new SendError("rejected", "The message has a fault.");
    return { ...failed(message, known), result };
  }
}

export function callsOf({ channel, settings }: Connected, message: Waiting, context: Context): unknown[] {
  return channel.render(message.content, { ...context, note: (note) => keepNote(message, note) }, settings);
}

function keepNote(message: Waiting, note: RenderNote): void {
  message.notes ??= [];
  addNote(message.notes, note);
}

export function sentOf({ id, platformIds, isTroubled }: Waiting): Outcome {
  return { id, status: "sent", platformId: [...(platformIds ?? [])].join(" ") || null, wasTroubled: isTroubled };
}

/** It waits between two calls, or for its first one. */
export function interrupted(message: Waiting): Outcome {
  return { id: message.id, status: "queued", waitMs: 0, reason: null, mayHaveArrived: false, taken: takenOf(message) };
}

/** The ids of the calls that the platform has taken, so that nobody makes them again. It need not give any. */
function takenOf({ taken = 0, platformIds = new Set() }: Waiting): string[] | null {
  const ids = [...platformIds];
  return taken === 0 ? null : Array.from({ length: taken }, (_, index) => ids[index] ?? "");
}

export const resumedAfter = (taken: string[]) => ({
  taken: taken.length,
  platformIds: new Set(taken.filter((id) => id !== "")),
});

/** An echo came of it: one more call has arrived. Returns whether that is news. */
export function hear(message: Waiting, platformId: string): boolean {
  message.platformIds ??= new Set();
  message.platformIds.add(platformId);
  return message.platformIds.size > (message.taken ?? 0);
}

/** Whether a message of a page that is cut off has waited too long. */
export const isOverdue = ({ ageMs }: Waiting, sinceMs: number) => ageMs + sinceMs > longestCutOffMs;

async function deliver({ channel, settings }: Connected, call: unknown, message: Waiting): Promise<Delivered | null> {
  try {
    const delivered = (await channel.deliver?.(call, settings)) ?? null;
    return typeof delivered === "string" ? { platformId: delivered } : delivered;
  } catch (error) {
    // Whatever the platform answered, if it did: its echo says that the call has arrived.
    if (error instanceof SendError && (message.platformIds?.size ?? 0) > (message.taken ?? 0)) return null;
    throw error;
  }
}

function failed(
  message: Waiting,
  { failure, message: why, retryAfterSeconds, scope }: SendError,
): Omit<Attempted, "result"> {
  const { id } = message;
  const { retry, mayHaveArrived, stops } = sendFailures[failure];
  const reason = reasonOf(failure);
  const again = { id, status: "queued", waitMs: 0, reason, mayHaveArrived, taken: takenOf(message) } as const;
  if (stops === "page") return { outcome: again, cutOff: why };
  // How long is the pacer's to say.
  if (failure === "throttled") return { outcome: again, throttle: { scope, retryAfterSeconds } };
  const waitMs = retry ? waitBeforeRetry(message.attempts + 1, Math.random(), retryAfterSeconds) : undefined;
  if (waitMs !== undefined) return { outcome: { ...again, waitMs } };
  return { outcome: { id, status: "failed", reason, ...(stops === "customer" && { blockedBy: message.psid }) } };
}

/** The one that callers of the API meet goes by the same name here. */
export const reasonOf = (failure: string) => (failure === "outside_window" ? "outside_messaging_window" : failure);
