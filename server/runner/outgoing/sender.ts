import { setTimeout as sleep } from "node:timers/promises";
import { channelRefusals } from "@banter/core/channels/refusals.ts";
import { isMessage } from "@banter/core/flow/outgoing.ts";
import { sendFailures } from "../../outbound/send-error.ts";
import type { StartedCall } from "../calls/call-share.ts";
import { customerQuietMs } from "../calls/page-calls.ts";
import { attemptsOf } from "./attempt-log.ts";
import { type CallEnd, confirmMsOf, makeCall, type PlatformConnection } from "./call.ts";
import type { OutgoingItem } from "./item.ts";
import { apply, mayCall, type OutgoingState, wakeAt } from "./state.ts";

/** Starts every call that may start now. */
export function pump(state: OutgoingState): void {
  if (!mayCall(state)) return;
  for (const item of state.queues.readyItems()) {
    const customerWait = state.calls.customerWait(item.message.psid);
    if (customerWait > 0) {
      apply(state, item, { type: "delayed", until: performance.now() + customerWait });
      continue;
    }
    const call = state.calls.start(item.message);
    if (typeof call === "number") {
      wakeAt(state, performance.now() + call);
      return;
    }
    void send(state, item, call);
  }
}

/** Records the attempt if that was not done yet, makes the call, and goes on with the queue. */
async function send(state: OutgoingState, item: OutgoingItem, call: StartedCall): Promise<void> {
  const ready = item.state.name === "recorded" ? item : await record(state, item);
  const connected = state.deps.connected();
  if (!ready || !connected || !mayCall(state)) {
    state.calls.ended(call, { type: "not_made" });
    return pump(state);
  }
  const started = apply(state, ready, { type: "call_started" });
  const onRenderError = (error: unknown) => state.deps.onRenderError(error, item.message.id);
  const end = await makeCall(connected, started, state.deps.contextOf(item.message), onRenderError);
  await tellRecipient(state, item, end.recipient);
  await tellKept(state, item, end);
  await tellUnsubscribed(state, item, end, connected);
  state.calls.ended(call, end.result);
  // An echo may have come during the call.
  const current = state.queues.find(item.message.psid, item.message.id);
  if (current) finish(state, current, end, connected);
  pump(state);
}

/**
 * A private reply may reach its person under another id than the comment's. This is stored before the outcome: a node
 * that is killed in between leaves an attempt of unknown result, which the next owner looks into.
 */
async function tellRecipient(state: OutgoingState, { message }: OutgoingItem, recipient: string | undefined) {
  if (recipient === undefined || recipient === message.psid) return;
  await untilStored(state, () => state.deps.onMoved(message, recipient));
}

/** The platform's inbox does not get the conversation: stored before the outcome, for the same reason. */
async function tellKept(state: OutgoingState, { message }: OutgoingItem, { event, error }: CallEnd) {
  if (message.content.type !== "control_pass" || event.type !== "call_failed") return;
  if (event.waitMs !== undefined || error?.failure === "bad_settings") return;
  await untilStored(state, () => state.deps.onKept(message));
}

/** The customer has ended the subscription at the platform, as its refusal tells: the next plan leaves them out. */
async function tellUnsubscribed(
  state: OutgoingState,
  { message }: OutgoingItem,
  { error }: CallEnd,
  { channel }: PlatformConnection,
) {
  const code = error?.errorCode;
  if (code === undefined || !channelRefusals[channel.type]?.get(code)?.isUnsubscribed) return;
  await untilStored(state, () => state.deps.onUnsubscribed(message, `${channel.title} ${code}`));
}

async function untilStored(state: OutgoingState, store: () => Promise<unknown>): Promise<unknown> {
  while (state.deps.mayCall()) {
    try {
      return await store();
    } catch {
      await sleep(250);
    }
  }
}

/** The message with its attempt recorded; undefined if it must not be sent now. */
async function record(state: OutgoingState, item: OutgoingItem): Promise<OutgoingItem | undefined> {
  const { message, isRepeat } = apply(state, item, { type: "recording" });
  try {
    const isOurs = await state.deps.ledger.recordAttempt(state.page, { id: message.id, isRepeat });
    if (!isOurs) return void state.deps.onLost();
    // An echo may have finished the message during the write.
    const current = state.queues.find(message.psid, message.id);
    return current && apply(state, current, { type: "recorded" });
  } catch (error) {
    return void state.deps.onLost(error);
  }
}

/** Applies the end of a call to the message and to the page. */
function finish(state: OutgoingState, item: OutgoingItem, end: CallEnd, connected: PlatformConnection): void {
  const { error } = end;
  const event = withWait(state, item, end);
  state.deps.onCallEnded(item.message.id, connected, { ...end, event });
  const attempts = attemptsOf(item, { ...end, event }, connected);
  apply(state, { ...item, lostAttemptAt: null }, event, attempts);
  if (error?.failure !== "bad_settings" || state.cutOff === connected.settingsVersion) return;
  state.cutOff = connected.settingsVersion;
  state.deps.onCutOff(connected.settingsVersion, error.message);
}

/** The end of a call, with the time to wait where that depends on more than the message. */
function withWait(state: OutgoingState, item: OutgoingItem, { event, error }: CallEnd): CallEnd["event"] {
  if (event.type === "call_accepted") return event;
  // The message waits until the page is connected again.
  if (error?.failure === "bad_settings") return { ...event, waitMs: 0 };
  if (error && sendFailures[error.failure].mayHaveArrived)
    return { ...event, waitMs: waitForReport(state, item, event) };
  if (error?.failure !== "throttled") return event;
  const waitMs =
    error.scope === "page"
      ? state.calls.quietMs()
      : customerQuietMs(error.retryAfterSeconds, item.throttles, Math.random());
  return { ...event, waitMs };
}

/** A message that may have arrived waits as long for the platform's report as after a crash, before it is sent again. */
function waitForReport(state: OutgoingState, { message }: OutgoingItem, { waitMs }: { waitMs: number | undefined }) {
  if (waitMs === undefined || !isMessage(message.content)) return waitMs;
  return Math.max(waitMs, confirmMsOf(state.deps.connected()));
}
