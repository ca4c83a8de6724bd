import { setTimeout as sleep } from "node:timers/promises";
import { countUnfinished } from "../../store/conversations/messages/unfinished.ts";
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

/** How long the messages of a page that is cut off wait for it to be connected again. */
const maxCutOffMs = 86_400_000;
const maxCounted = 200_000;

/**
 * Sends a page's messages: each customer's strictly in order, replies before bulk, no faster than the platform takes
 * them. An attempt is recorded before its call, and its outcome after it, in batches.
 */
export function createOutgoing(deps: OutgoingDeps) {
  const state = createState(deps, pump);
  const { lines, window, calls } = state;

  return {
    /** Reads the unfinished messages that an earlier owner has left. */
    async open(): Promise<void> {
      await window.open();
      state.waiting = window.isComplete()
        ? lines.length
        : await countUnfinished(deps.db, deps.lease.pageId, maxCounted);
      pump(state);
    },
    /** Takes in messages that a turn has just stored. */
    add(items: OutgoingItem[]): void {
      if (items.length === 0) return;
      state.waiting += items.length;
      window.add(items);
      pump(state);
    },
    /** Reads all unfinished messages again, since failed ones are to be sent again. */
    readFromStart: () => window.readFromStart(),
    /** Goes on after the page's set-up was read again. */
    refresh: () => refresh(state),
    /** The platform says that one of the message's calls has arrived. False where the message is not in memory. */
    onEcho: (psid: string, id: number, platformId: string) => onEcho(state, psid, id, platformId),
    /** The table has finished these: they are not to be sent again. */
    remove: (ids: number[]) => remove(state, ids),
    /** True if the platform has given that id to a call of the message that is on its way to this customer. */
    hasSent: (psid: string, platformId: string) => lines.first(psid)?.platformIds.includes(platformId) ?? false,
    /** Runs `work` once the message that is under way to this customer has ended. False where there is none. */
    afterCall: (psid: string, work: () => void) => afterCall(state, psid, work),
    findDoubtful: (psid: string, text: string | undefined) => findDoubtful(state, psid, text),
    showTyping(psids: string[]): void {
      for (const psid of psids) state.typing.add(psid);
      showTyping(state);
    },
    /** True if a message to this customer could go at once, so that its attempt can be recorded with the message. */
    canStart: (psid: string, besides: number) =>
      window.isComplete() && mayCall(state) && !lines.has(psid) && calls.mayStart(besides),
    /** Messages that wait to be sent. */
    waiting: () => state.waiting,
    isIdle: () => lines.length === 0 && window.isComplete() && calls.inFlight() === 0,
    stop: (isOver: () => boolean) => stop(state, isOver),
  };
}

export type Outgoing = ReturnType<typeof createOutgoing>;

function refresh(state: OutgoingState): void {
  const connection = state.deps.connected()?.connection;
  if (connection !== state.connection) state.calls.reset();
  state.connection = connection;
  if (isCutOff(state)) {
    const sinceMs = performance.now() - state.openedAt;
    const isOverdue = ({ message }: OutgoingItem) => message.ageMs + sinceMs > maxCutOffMs;
    for (const item of state.lines.all().filter(isOverdue))
      apply(state, item, { type: "given_up", reason: "bad_settings" });
  }
  pump(state);
}

function onEcho(state: OutgoingState, psid: string, id: number, platformId: string): boolean {
  const item = state.lines.find(psid, id);
  const connected = state.deps.connected();
  if (!item || !connected) return false;
  const calls = callsOf(connected, item, state.deps.contextOf(item.message)).length;
  apply(state, item, { type: "echoed", platformId, calls });
  pump(state);
  return true;
}

function remove(state: OutgoingState, ids: number[]): void {
  const removed = new Set(ids);
  for (const item of state.lines.all()) {
    if (!removed.has(item.message.id) || item.state.name === "calling") continue;
    state.lines.replace({ ...item, state: { name: "finished" } });
    finished(state, item);
  }
  pump(state);
}

function afterCall(state: OutgoingState, psid: string, work: () => void): boolean {
  if (state.lines.first(psid)?.state.name !== "calling") return false;
  state.whenFree.set(psid, [...(state.whenFree.get(psid) ?? []), work]);
  return true;
}

/**
 * The customer's next message, if an earlier attempt may have arrived and it has this text; platforms echo buttons
 * without their text.
 */
function findDoubtful({ lines }: OutgoingState, psid: string, text: string | undefined): number | undefined {
  const item = lines.first(psid);
  if (!item?.isRepeat) return undefined;
  const { content, id } = item.message;
  const sent = content.type === "text" ? content.text.trim() : undefined;
  return text === undefined || sent === text.trim() ? id : undefined;
}

/**
 * Starts no more calls and waits for those under way, so that a living node never sends a message twice. `isOver` ends
 * the wait for the outcomes to be written.
 */
async function stop(state: OutgoingState, isOver: () => boolean): Promise<void> {
  state.isStopped = true;
  clearTimeout(state.timer?.handle);
  while (state.calls.inFlight() > 0) await sleep(10);
  await state.window.settled();
  // The next owner then knows that no call of these is under way.
  for (const item of state.lines.all()) apply(state, item, { type: "interrupted" });
  await state.deps.ledger.settle(state.deps.lease.pageId, isOver);
}
