import type { Pace } from "../../channels/outbound.ts";
import type { Db } from "../../store/db/db.ts";
import type { PlatformHealth } from "../../store/runtime/delivery-watermarks.ts";
import type { Lease } from "../../store/runtime/leases.ts";
import type { Outcome } from "../../store/runtime/messages/outcomes.ts";
import type { QueuedMessage } from "../../store/runtime/messages/unfinished.ts";
import { type PageCalls, pageCalls } from "../calls/page-calls.ts";
import type { Attempt } from "./attempt-log.ts";
import { type CallEnd, type Context, confirmMsOf, type PlatformConnection } from "./call.ts";
import { CustomerQueues } from "./customer-queues.ts";
import { type ItemEvent, type OutgoingItem, transition } from "./item.ts";
import type { Ledger } from "./ledger.ts";
import type { LedgerPage } from "./ledger-page.ts";
import { LoadedMessages } from "./loaded-messages.ts";

export type OutgoingDeps = {
  db: Db;
  lease: Lease;
  ledger: Ledger;
  /** The channel and its settings as they are now: an owner may change them while messages wait. */
  connected: () => PlatformConnection | undefined;
  contextOf: (message: QueuedMessage) => Context;
  /** The platform's id of the customer's last message or press. */
  lastKeyOf: (psid: string) => Promise<string | null>;
  /** True if a call may start: never when the node's lease may have lapsed. */
  mayCall: () => boolean;
  /** An attempt has ended. `isListed`: the message is among the failed ones now, or was among the undelivered. */
  onOutcome: (psid: string, isListed: boolean) => void;
  /** A call has ended. */
  onCallEnded: (messageId: number, connected: PlatformConnection, end: CallEnd) => void;
  /** A private reply has reached its person under another id. Resolves when that is stored. */
  onMoved: (message: QueuedMessage, to: string) => Promise<unknown>;
  /** The platform has refused to give a conversation to its own inbox. Resolves when that is stored. */
  onKept: (message: QueuedMessage) => Promise<unknown>;
  /** The platform tells that the customer has ended the subscription; `words` are the proof. Resolves when that is stored. */
  onUnsubscribed: (message: QueuedMessage, words: string) => Promise<unknown>;
  /** The platform refuses the page's settings: nothing more can be sent. */
  onCutOff: (settingsVersion: number, reason: string) => void;
  /** Another node owns the page, or a statement has failed. */
  onLost: (error?: unknown) => void;
  /** A message could not be rendered, because of a bug in a channel. */
  onRenderError: (error: unknown, messageId: number) => void;
};

/** The outgoing messages of one page, as plain data that the functions of this folder work on. */
export type OutgoingState = {
  readonly deps: OutgoingDeps;
  readonly queues: CustomerQueues;
  readonly loaded: LoadedMessages;
  readonly calls: PageCalls;
  readonly page: LedgerPage;
  /** Starts every call that may start. */
  readonly pump: () => void;
  /** Work to do when the customer's running call has ended. */
  readonly whenFree: Map<string, (() => void)[]>;
  /** Customers who should see that an answer is being written. */
  readonly typing: Set<string>;
  readonly openedAt: number;
  /** Messages that wait to be sent, in memory and in the table. */
  waiting: number;
  /** The delivery watermark as it was last written, and when. */
  watermark: { settledThrough: number; at: number; health: PlatformHealth["state"] };
  /** The version of the settings that the platform has refused, and the one that the last calls were made with. */
  cutOff: number | undefined;
  settingsVersion: number | undefined;
  timer: { at: number; handle: NodeJS.Timeout } | undefined;
  isStopped: boolean;
};

const watermarkEveryMs = 1000;

/** `pump` starts every call that may start. */
export function createState(deps: OutgoingDeps, pump: (state: OutgoingState) => void): OutgoingState {
  const queues = new CustomerQueues((until) => wakeAt(state, until));
  const { lease, ledger, db } = deps;
  const page: LedgerPage = {
    lease,
    takeWatermark: (unwritten) => takeWatermark(state, unwritten),
    onLost: () => deps.onLost(),
  };
  const state: OutgoingState = {
    deps,
    queues,
    page,
    pump: () => pump(state),
    loaded: new LoadedMessages({
      db,
      lease,
      queues,
      listPending: () => ledger.listPending(lease.pageId),
      isUncalled: (id) => ledger.uncalled.take(id),
      confirmMs: () => confirmMsOf(deps.connected()),
      onRead: () => pump(state),
      onError: deps.onLost,
    }),
    calls: pageCalls(paceOf(deps)),
    whenFree: new Map(),
    typing: new Set(),
    openedAt: performance.now(),
    waiting: 0,
    watermark: { settledThrough: 0, at: 0, health: "closed" },
    cutOff: undefined,
    settingsVersion: deps.connected()?.settingsVersion,
    timer: undefined,
    isStopped: false,
  };
  return state;
}

/** The pace of a connection is worked out once: a call asks for it several times. */
function paceOf({ connected }: Pick<OutgoingDeps, "connected">): () => Pace {
  let known: { connection: PlatformConnection | undefined; pace: Pace } | undefined;
  return () => {
    const connection = connected();
    if (!known || known.connection !== connection) {
      const pace = connection?.channel.outbound?.pace(connection.settings);
      known = { connection, pace: pace ?? { perSecond: 1, perCustomer: null, weigh: null } };
    }
    return known.pace;
  };
}

export function isCutOff({ deps, cutOff }: OutgoingState): boolean {
  const connected = deps.connected();
  return !connected || connected.isDisconnected || connected.settingsVersion === cutOff;
}

export const mayCall = (state: OutgoingState) => !state.isStopped && state.deps.mayCall() && !isCutOff(state);

/**
 * Applies an event to a message, stores the next state and passes the outcome to the ledger, with the attempts to be
 * logged. Returns the next state.
 */
export function apply(
  state: OutgoingState,
  item: OutgoingItem,
  event: ItemEvent,
  attempts: readonly Attempt[] = [],
): OutgoingItem {
  const { item: next, outcome } = transition(item, event);
  state.queues.replace(next);
  if (outcome) {
    const { psid } = next.message;
    state.queues.hold(psid);
    const onWritten = () => {
      state.queues.release(psid);
      state.pump();
    };
    state.deps.ledger.add(state.page, outcome, { attempts, onWritten, isAwaited: state.queues.has(psid) });
    state.deps.onOutcome(next.message.psid, isListed(outcome));
  }
  if (next.state.name === "finished") finished(state, next);
  if (next.state.name === "finished" || next.state.name === "delayed") {
    for (const work of state.whenFree.get(next.message.psid) ?? []) work();
    state.whenFree.delete(next.message.psid);
  }
  return next;
}

const isListed = (outcome: Outcome) =>
  outcome.status === "failed" || (outcome.status === "sent" && outcome.wasUndelivered);

export function finished(state: OutgoingState, { message }: OutgoingItem): void {
  state.waiting = Math.max(0, state.waiting - 1);
  if (!state.queues.has(message.psid)) showTyping(state);
  state.loaded.refill();
}

/** Plans to check the delayed messages at that time, by `performance.now()`, unless an earlier time is planned. */
export function wakeAt(state: OutgoingState, at: number): void {
  if (state.isStopped || !Number.isFinite(at) || (state.timer && state.timer.at <= at)) return;
  clearTimeout(state.timer?.handle);
  const handle = setTimeout(
    () => {
      state.timer = undefined;
      wakeDelayed(state);
    },
    Math.min(Math.max(at - performance.now(), 1), 2 ** 30),
  );
  state.timer = { at, handle };
}

function wakeDelayed(state: OutgoingState): void {
  const { items, nextAt } = state.queues.due(performance.now());
  for (const item of items) apply(state, item, { type: "ready" });
  wakeAt(state, nextAt);
  state.pump();
}

/** Shows typing indicators to customers who have no message in the queue. Best effort. */
export function showTyping(state: OutgoingState): void {
  for (const psid of state.typing) {
    if (state.queues.has(psid)) continue;
    state.typing.delete(psid);
    const connected = state.deps.connected();
    if (!connected || !mayCall(state)) continue;
    const { channel, settings } = connected;
    const show = async () => channel.outbound?.typing?.show(psid, settings, () => state.deps.lastKeyOf(psid));
    state.calls.extra(show).catch(() => undefined);
  }
}

/**
 * The delivery watermark: every message up to it is finished or listed as undelivered, so that the page's next owner
 * need not read it. It moves about once a second, never back, and never past a message whose outcome is not written.
 */
function takeWatermark(state: OutgoingState, unwritten: () => number[]) {
  const hasChanged = state.calls.state() !== state.watermark.health;
  if (!hasChanged && performance.now() - state.watermark.at < watermarkEveryMs) return undefined;
  const cursor = state.loaded.cursor();
  const oldest = Math.min(state.queues.oldestUnlisted(cursor) ?? cursor + 1, ...unwritten());
  const settledThrough = Math.max(state.watermark.settledThrough, oldest - 1);
  state.watermark = { settledThrough, at: performance.now(), health: state.calls.state() };
  return { settledThrough, waiting: state.waiting, health: healthOf(state) };
}

function healthOf({ calls }: OutgoingState): PlatformHealth {
  const { state, since, lastFailure, throttledUntil } = calls.health();
  return { state, since: since.toISOString(), lastFailure, throttledUntil: throttledUntil?.toISOString() ?? null };
}
