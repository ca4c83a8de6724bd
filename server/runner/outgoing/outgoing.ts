import { setTimeout as sleep } from "node:timers/promises";
import { isMessage, withoutMarks } from "@banter/core/flow/outgoing.ts";
import type { DroppedMessages } from "../../store/runtime/messages/failed.ts";
import { countUnfinished } from "../../store/runtime/messages/unfinished.ts";
import { callsOf } from "./call.ts";
import type { OutgoingItem } from "./item.ts";
import { pump } from "./sender.ts";
import {
  apply,
  createState,
  finished,
  isCutOff,
  mayCall,
  type OutgoingDeps,
  type OutgoingState,
  showTyping,
} from "./state.ts";

/** How long messages of a disconnected page wait for it to be connected again. */
const maxCutOffMs = 86_400_000;
const maxCounted = 200_000;

/**
 * Sends a page's messages: each customer's strictly in order, replies before bulk, no faster than the platform allows.
 * Attempts are recorded before the call and outcomes after it, in batches.
 */
export function createOutgoing(deps: OutgoingDeps) {
  const state = createState(deps, pump);
  const { queues, loaded, calls } = state;

  return {
    /** Reads the unfinished messages that an earlier owner has left. */
    async open(): Promise<void> {
      await loaded.open();
      state.waiting = loaded.isComplete()
        ? queues.length
        : await countUnfinished(deps.db, deps.lease.pageId, maxCounted);
      pump(state);
    },
    /** Adds messages that a turn has just stored. */
    add(items: OutgoingItem[]): void {
      if (items.length === 0) return;
      state.waiting += items.length;
      // A sign that waits for earlier messages would be shown behind the answer.
      if (state.typing.size > 0) for (const { message } of items) state.typing.delete(message.psid);
      loaded.add(items);
      pump(state);
    },
    /** Reads all unfinished messages again, because failed ones are to be sent again. */
    readFromStart: () => loaded.readFromStart(),
    /** Called when the page's set-up was loaded again. */
    refresh: () => refresh(state),
    /** Before `onEcho`: stores that a private reply has reached its person under another id, if it has. */
    onRecipient(psid: string, id: number): Promise<unknown> | undefined {
      const item = queues.findPrivateReply(id);
      return item && item.message.psid !== psid ? deps.onMoved(item.message, psid) : undefined;
    },
    /** The platform reports that one of the message's calls has arrived. False if the message is not in memory. */
    onEcho: (psid: string, id: number, platformId: string) => onEcho(state, psid, id, platformId),
    /** Removes messages that are not to be sent any more. Returns those whose call is running. */
    drop: (which: DroppedMessages) => drop(state, which),
    /** Removes messages that a report has finished in the table. */
    remove: (ids: number[]) => remove(state, ids),
    /** Sends nothing more to a customer whose messages are deleted. A call that runs can no longer be stopped. */
    forget: (psid: string) => forget(state, psid),
    /** True if the platform has given that id to a call of the customer's current message. */
    hasSent: (psid: string, platformId: string) => queues.first(psid)?.platformIds.includes(platformId) ?? false,
    /** Runs `work` when the customer's running call has ended. False if no call is running. */
    afterCall: (psid: string, work: () => void) => afterCall(state, psid, work),
    findUnconfirmed: (psid: string, text: string | undefined) => findUnconfirmed(state, psid, text),
    showTyping(psids: string[]): void {
      for (const psid of psids) state.typing.add(psid);
      showTyping(state);
    },
    /** True if a message to this customer could be sent at once, so that the commit can record its attempt too. */
    canStart: (psid: string, besides: number) =>
      loaded.isComplete() && mayCall(state) && !queues.has(psid) && calls.mayStart(besides),
    /** Messages that wait to be sent. */
    waiting: () => state.waiting,
    inFlight: calls.inFlight,
    /** True while the platform fails or throttles the page, so that no call may start. */
    isHeldUp: () => calls.state() !== "closed" || calls.quietMs() > 0,
    isIdle: () => queues.length === 0 && loaded.isComplete() && calls.inFlight() === 0,
    stop: (isOver: () => boolean) => stop(state, isOver),
  };
}

export type Outgoing = ReturnType<typeof createOutgoing>;

function refresh(state: OutgoingState): void {
  const version = state.deps.connected()?.settingsVersion;
  if (version !== state.settingsVersion) state.calls.reset();
  state.settingsVersion = version;
  if (isCutOff(state)) {
    const sinceMs = performance.now() - state.openedAt;
    const isOverdue = ({ message }: OutgoingItem) => message.ageMs + sinceMs > maxCutOffMs;
    for (const item of state.queues.all().filter(isOverdue))
      apply(state, item, { type: "given_up", reason: "bad_settings" });
  }
  pump(state);
}

function onEcho(state: OutgoingState, psid: string, id: number, platformId: string): boolean {
  const item = state.queues.find(psid, id) ?? state.queues.findPrivateReply(id);
  const connected = state.deps.connected();
  if (!item || !connected) return false;
  const calls = callsOf(connected, item, state.deps.contextOf(item.message)).length;
  apply(state, item, { type: "echoed", platformId, calls });
  pump(state);
  return true;
}

function remove(state: OutgoingState, ids: number[]): void {
  const removed = new Set(ids);
  for (const item of state.queues.all()) {
    if (!removed.has(item.message.id) || item.state.name === "calling") continue;
    state.queues.replace({ ...item, state: { name: "finished" } });
    finished(state, item);
  }
  pump(state);
}

/** A read that began before the messages were deleted may bring them back: it must have ended. */
async function forget(state: OutgoingState, psid: string): Promise<void> {
  await state.loaded.whenRead();
  for (const item of state.queues.of(psid)) {
    state.queues.replace({ ...item, state: { name: "finished" } });
    finished(state, item);
  }
  state.whenFree.delete(psid);
  pump(state);
}

function drop(state: OutgoingState, which: DroppedMessages): number[] {
  const ids = "messageIds" in which ? new Set(which.messageIds) : undefined;
  const isMeant = ({ message }: OutgoingItem) =>
    "psid" in which ? message.psid === which.psid : ids?.has(message.id) === true;
  const items = state.queues.all().filter(isMeant);
  const isRunning = ({ state }: OutgoingItem) => state.name === "calling" || state.name === "recording";
  remove(
    state,
    items.filter((item) => !isRunning(item)).map(({ message }) => message.id),
  );
  return items.filter(isRunning).map(({ message }) => message.id);
}

function afterCall(state: OutgoingState, psid: string, work: () => void): boolean {
  if (state.queues.first(psid)?.state.name !== "calling") return false;
  state.whenFree.set(psid, [...(state.whenFree.get(psid) ?? []), work]);
  return true;
}

/**
 * Id of the customer's next message if its earlier attempt has an unknown result and it has the echo's text. Platforms
 * echo button messages without text.
 */
function findUnconfirmed({ queues }: OutgoingState, psid: string, text: string | undefined): number | undefined {
  const item = queues.first(psid);
  if (!item?.isRepeat) return undefined;
  const { id } = item.message;
  if (!isMessage(item.message.content) || item.message.content.type === "album") return undefined;
  const content = withoutMarks(item.message.content);
  const sent = content.type === "text" ? content.text.trim() : undefined;
  return text === undefined || sent === text.trim() ? id : undefined;
}

/**
 * Starts no more calls and waits for the running ones, so that a living node never sends a message twice. Then waits
 * until the outcomes are written or `isOver` returns true.
 */
async function stop(state: OutgoingState, isOver: () => boolean): Promise<void> {
  state.isStopped = true;
  clearTimeout(state.timer?.handle);
  while (state.calls.inFlight() > 0) await sleep(10);
  await state.loaded.whenRead();
  // Tells the next owner that these messages have no running call.
  for (const item of state.queues.all()) apply(state, item, { type: "interrupted" });
  await state.deps.ledger.drain(state.deps.lease.pageId, isOver);
}
