import type { RenderNote } from "@banter/core/flow/render-note.ts";
import { type SendFailure, sendFailures } from "../../outbound/send-error.ts";
import type { Outcome } from "../../store/runtime/messages/outcomes.ts";
import type { QueuedMessage } from "../../store/runtime/messages/unfinished.ts";
import { reasonOf } from "../round/reports.ts";

/**
 * The states of an outgoing message:
 * waiting → recording → recorded → calling → finished. It may be delayed (retry, the customer's pace, an attempt of
 * unknown result), and goes back to recorded between two calls of one message.
 */
export type ItemState =
  /** It may be sent as soon as it is the first of its customer. */
  | { name: "waiting" }
  /** It may be sent from that time on, by `performance.now()`. `isRecorded`: its attempt is recorded already. */
  | { name: "delayed"; until: number; isRecorded?: boolean }
  /** The attempt is being recorded in the table. */
  | { name: "recording" }
  /** The attempt is recorded; its next call may start. */
  | { name: "recorded" }
  | { name: "calling" }
  | { name: "finished" };

/** An outgoing message. Immutable: every transition makes a new one. */
export type OutgoingItem = Readonly<{
  message: QueuedMessage;
  state: ItemState;
  /** Failed attempts that count for the retry schedule. */
  failures: number;
  /** How often the platform has throttled it. */
  throttles: number;
  /** An earlier attempt may have arrived, so that the next one may be a duplicate. */
  isRepeat: boolean;
  /**
   * Doubts about accepted calls that were repeated: `settled` if the platform has recognised each repetition, `open` if
   * one may have arrived twice.
   */
  doubts: "none" | "settled" | "open";
  /** An earlier attempt has failed, and the table lists the message as undelivered. */
  isUndelivered: boolean;
  /** When the attempt began whose end no process has recorded, by `performance.now()`; null if there is none. */
  lostAttemptAt: number | null;
  /** How many of its calls the platform has accepted, and the platform's ids from its answers and echoes. */
  taken: number;
  platformIds: readonly string[];
  notes: readonly RenderNote[];
}>;

/** Everything that can happen to a message. `calls` is the number of calls that the message needs. */
export type ItemEvent =
  | { type: "recording" }
  | { type: "recorded" }
  | { type: "delayed"; until: number }
  | { type: "ready" }
  | { type: "call_started" }
  /** `isOnce`: the platform recognises repetitions, so that the call has arrived once. */
  | { type: "call_accepted"; platformId: string | null; calls: number; notes: readonly RenderNote[]; isOnce: boolean }
  /** `waitMs` until the next attempt; undefined when it was the last. */
  | {
      type: "call_failed";
      failure: SendFailure;
      /** The platform's code of the error, if it gave one. */
      errorCode?: string | undefined;
      waitMs: number | undefined;
      calls: number;
      notes: readonly RenderNote[];
      now: number;
    }
  /** The platform reports that one of the calls has arrived. */
  | { type: "echoed"; platformId: string; calls: number }
  /** The node gives up the page before the next call has started. */
  | { type: "interrupted" }
  | { type: "given_up"; reason: string };

/** The next state, and the outcome to be written to the table. */
export type Transition = { item: OutgoingItem; outcome?: Outcome };

/** Pure. An event that does not apply to the current state changes nothing. */
export function transition(item: OutgoingItem, event: ItemEvent): Transition {
  const { name } = item.state;
  switch (event.type) {
    case "recording":
      return name === "waiting" ? to(item, { name: "recording" }) : { item };
    case "recorded":
      return name === "recording" ? to(item, { name: "recorded" }) : { item };
    case "delayed":
      return delay(item, event.until);
    case "ready":
      return item.state.name === "delayed"
        ? to(item, { name: item.state.isRecorded ? "recorded" : "waiting" })
        : { item };
    case "call_started":
      return name === "recorded" ? to(item, { name: "calling" }) : { item };
    case "call_accepted":
      return name === "calling"
        ? afterCall(withId(withDoubts(item, event.isOnce), event.platformId), event.calls, event.notes)
        : { item };
    case "call_failed":
      return name === "calling" ? afterFailure(item, event) : { item };
    case "echoed":
      return afterEcho(item, event);
    case "interrupted":
      return isRecorded(item) ? { ...to(item, { name: "waiting" }), outcome: interrupted(item) } : { item };
    case "given_up":
      return name === "calling" || name === "recording" ? { item } : fail(item, { reason: event.reason });
  }
}

const to = (item: OutgoingItem, state: ItemState): Transition => ({ item: { ...item, state } });

const isRecorded = ({ state }: OutgoingItem) =>
  state.name === "recorded" || (state.name === "delayed" && state.isRecorded === true);

const isStarted = (item: OutgoingItem) =>
  isRecorded(item) || item.state.name === "recording" || item.state.name === "calling";

function delay(item: OutgoingItem, until: number): Transition {
  if (item.state.name !== "waiting" && item.state.name !== "recorded") return { item };
  return to(item, { name: "delayed", until, isRecorded: isRecorded(item) });
}

function withId(item: OutgoingItem, platformId: string | null): OutgoingItem {
  if (platformId === null || item.platformIds.includes(platformId)) return item;
  return { ...item, platformIds: [...item.platformIds, platformId] };
}

/** An accepted call that repeats one of unknown result has arrived once if the platform recognises repetitions. */
function withDoubts(item: OutgoingItem, isOnce: boolean): OutgoingItem {
  if (!item.isRepeat) return item;
  if (!isOnce) return { ...item, doubts: "open" };
  return { ...item, isRepeat: false, doubts: item.doubts === "open" ? "open" : "settled" };
}

/** After an accepted call the message is sent, or its next call may start. */
function afterCall(item: OutgoingItem, calls: number, notes: readonly RenderNote[]): Transition {
  const taken = { ...item, taken: item.taken + 1, notes: notes.length > 0 ? notes : item.notes };
  if (taken.taken < calls) return to(taken, { name: "recorded" });
  return { item: { ...taken, state: { name: "finished" } }, outcome: sent(taken) };
}

function afterFailure(before: OutgoingItem, event: Extract<ItemEvent, { type: "call_failed" }>): Transition {
  const { failure, errorCode, waitMs, calls, notes, now } = event;
  const item = { ...before, notes: notes.length > 0 ? notes : before.notes };
  // An echo shows that the call has arrived, whatever its answer was.
  if (item.platformIds.length > item.taken) return afterCall(item, calls, notes);
  const { mayHaveArrived, stops } = sendFailures[failure];
  const cause = { reason: reasonOf(failure), ...(errorCode !== undefined && { errorCode }) };
  if (waitMs === undefined) return fail(item, cause, stops === "customer" ? item.message.psid : undefined);
  // Throttling and bad settings are not the message's fault.
  const counts = failure !== "throttled" && failure !== "bad_settings";
  const delayed: OutgoingItem = {
    ...item,
    state: { name: "delayed", until: now + waitMs },
    failures: item.failures + (counts ? 1 : 0),
    throttles: item.throttles + (failure === "throttled" ? 1 : 0),
    isRepeat: item.isRepeat || mayHaveArrived,
    isUndelivered: true,
  };
  const outcome = { ...queued(item), waitMs, ...cause, mayHaveArrived, ...notesOf(item) };
  return { item: delayed, outcome };
}

/** While an attempt is running, its own end decides. Otherwise the echo confirms an attempt of unknown result. */
function afterEcho(item: OutgoingItem, { platformId, calls }: Extract<ItemEvent, { type: "echoed" }>): Transition {
  const known = withId(item, platformId);
  const isNew = known.platformIds.length > item.taken;
  if (!isNew || isStarted(item)) return { item: known };
  const confirmed = afterCall({ ...known, isRepeat: false }, calls, []);
  // Its next call needs a recorded attempt.
  return confirmed.outcome ? confirmed : to(confirmed.item, { name: "waiting" });
}

function fail(item: OutgoingItem, cause: { reason: string; errorCode?: string }, blockedBy?: string): Transition {
  const outcome = { id: item.message.id, status: "failed", ...cause, ...(blockedBy && { blockedBy }) } as const;
  return { item: { ...item, state: { name: "finished" } }, outcome: { ...outcome, ...notesOf(item) } };
}

const notesOf = ({ notes }: OutgoingItem) => (notes.length > 0 ? { notes: [...notes] } : {});

function sent(item: OutgoingItem): Outcome {
  const { message, platformIds, isUndelivered, doubts } = item;
  const platformId = platformIds.join(" ") || null;
  const once = doubts === "settled" && { isOnce: true as const };
  return { id: message.id, status: "sent", platformId, wasUndelivered: isUndelivered, ...once, ...notesOf(item) };
}

const interrupted = (item: OutgoingItem): Outcome => ({ ...queued(item), waitMs: 0, reason: null });

function queued({ message, taken, platformIds }: OutgoingItem) {
  // Ids of the accepted calls, so that the next owner does not repeat them. Some platforms give none.
  const ids = Array.from({ length: taken }, (_, index) => platformIds[index] ?? "");
  return { id: message.id, status: "queued", mayHaveArrived: false, taken: taken === 0 ? null : ids } as const;
}
