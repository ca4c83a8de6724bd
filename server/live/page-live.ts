import { setTimeout as sleep } from "node:timers/promises";
import type { PageEvent } from "@banter/core/api/management/page-events.ts";
import type { Logger } from "pino";
import type { Db } from "../store/db/db.ts";
import { notifyEach } from "../store/db/notify.ts";
import { itemsIn, payloadsOf } from "./payloads.ts";
import type { FlowPresence, Presence, Present, PresentInFlow } from "./presence.ts";
import { presenceBoard } from "./presence-board.ts";

/** An event that tells clients to read again. Changed conversations are not sent: each stream reads them in order. */
type HintEvent = Exclude<PageEvent, { type: "conversation" }>;

/** Passes events to the open streams of a page, on all nodes. Best effort: what they are about is in the tables. */
export type PageLive = {
  publish(pageId: string, event: HintEvent): void;
  /** Conversations of these pages have changed: streams read them. */
  conversationsChanged(pageIds: Iterable<string>): void;
  /** The listener gets undefined when conversations have changed. */
  subscribe(pageId: string, listener: PageListener): () => void;
  /** A member looks at a conversation of the page, or its customer types. Others learn it, on all nodes. */
  setPresence(pageId: string, presence: Presence): void;
  listPresent(pageId: string, psid: string): Present[];
  /** A member has read what the customer wrote: the customer's own streams read it, on all nodes. */
  conversationRead(pageId: string, psid: string): void;
  /** A member has a flow open in the builder, or has closed it. Others learn it, on all nodes. */
  setFlowPresence(pageId: string, presence: FlowPresence): void;
  listPresentInFlow(pageId: string, flowId: number): PresentInFlow[];
  /** True if a stream of the page is open on any node, as far as this node knows. */
  isWatched(pageId: string): boolean;
  /** Takes a notification of the channel `pageChannel`. */
  receive(payload: string): void;
  /** For when notifications may have been lost: every stream reads. */
  missed(): void;
  close(): void;
};

type PageListener = (event: HintEvent | undefined) => void;
/** Without an event: conversations have changed; with `isWatched`: the sender has open streams of the page. */
type Notice = {
  pageId: string;
  event?: HintEvent;
  isWatched?: true;
  presence?: Presence;
  flowPresence?: FlowPresence;
  /** A member has read this customer's conversation. */
  readPsid?: string;
};

export const pageChannel = "banter_pages";

/** Notices of this time share notifications. */
const gatherMs = 20;
/** More than this many waiting notices are left out: clients read again by themselves. */
const maxWaiting = 5000;
const announceMs = 15_000;
const sweepMs = 5000;
/** Other nodes' streams count as open this long after they were announced. */
const watchedMs = 40_000;

type Customer = { pageId: string; psid: string };

/** `onTyping`: a member types in this customer's conversation, on any node; `onRead`: a member has read it. */
type Parts = {
  db: Db;
  nodeId: string;
  log: Logger;
  onTyping?: (customer: Customer) => void;
  onRead?: (customer: Customer) => void;
};

export function pageLive({ db, nodeId, log, onTyping, onRead }: Parts): PageLive {
  const listeners = new Map<string, Set<PageListener>>();
  const board = presenceBoard(deliver);
  const watchedUntil = new Map<string, number>();
  let waiting: Notice[] = [];
  let isSending = false;

  async function sendSoon(): Promise<void> {
    if (isSending) return;
    isSending = true;
    await sleep(gatherMs, undefined, { ref: false });
    const notices = waiting;
    waiting = [];
    isSending = false;
    await notifyEach(db, pageChannel, payloadsOf(nodeId, notices)).catch((error) =>
      log.warn({ err: error }, "page events not sent"),
    );
  }
  function tellOthers(notice: Notice): void {
    if (waiting.length >= maxWaiting) return;
    waiting.push(notice);
    void sendSoon();
  }
  function deliver(pageId: string, event: HintEvent | undefined): void {
    for (const listener of listeners.get(pageId) ?? []) listener(event);
  }
  function setPresence(pageId: string, presence: Presence): void {
    const { psid, userId, state } = presence;
    board.setPresence(pageId, presence);
    if (state === "typing" && userId !== psid) onTyping?.({ pageId, psid });
  }
  function announce(): void {
    const now = performance.now();
    for (const [pageId, until] of watchedUntil) if (until < now) watchedUntil.delete(pageId);
    for (const pageId of listeners.keys()) tellOthers({ pageId, isWatched: true });
  }
  const timers = [setInterval(announce, announceMs).unref(), setInterval(board.sweep, sweepMs).unref()];

  return {
    publish(pageId, event) {
      deliver(pageId, event);
      tellOthers({ pageId, event });
    },
    conversationsChanged(pageIds) {
      for (const pageId of pageIds) {
        deliver(pageId, undefined);
        if (isWatchedElsewhere(watchedUntil, pageId)) tellOthers({ pageId });
      }
    },
    subscribe(pageId, listener) {
      const group = listeners.get(pageId) ?? new Set();
      if (group.size === 0) tellOthers({ pageId, isWatched: true });
      listeners.set(pageId, group.add(listener));
      return () => {
        group.delete(listener);
        if (group.size === 0) listeners.delete(pageId);
      };
    },
    setPresence(pageId, presence) {
      setPresence(pageId, presence);
      tellOthers({ pageId, presence });
    },
    listPresent: board.listPresent,
    conversationRead(pageId, psid) {
      onRead?.({ pageId, psid });
      tellOthers({ pageId, readPsid: psid });
    },
    setFlowPresence(pageId, flowPresence) {
      board.setFlowPresence(pageId, flowPresence);
      tellOthers({ pageId, flowPresence });
    },
    listPresentInFlow: board.listPresentInFlow,
    isWatched: (pageId) => listeners.has(pageId) || isWatchedElsewhere(watchedUntil, pageId),
    receive(payload) {
      for (const { pageId, event, isWatched, presence, flowPresence, readPsid } of itemsIn<Notice>(payload, nodeId)) {
        if (readPsid !== undefined) onRead?.({ pageId, psid: readPsid });
        else if (presence) setPresence(pageId, presence);
        else if (flowPresence) board.setFlowPresence(pageId, flowPresence);
        else if (isWatched) watchedUntil.set(pageId, performance.now() + watchedMs);
        else deliver(pageId, event);
      }
    },
    missed() {
      for (const pageId of listeners.keys()) deliver(pageId, undefined);
    },
    close() {
      for (const timer of timers) clearInterval(timer);
    },
  };
}

const isWatchedElsewhere = (watchedUntil: ReadonlyMap<string, number>, pageId: string) =>
  (watchedUntil.get(pageId) ?? 0) > performance.now();

/** Holds events back until `release`: a client that reads before the commit would not see the change. */
export function holdEvents(live: PageLive): { live: PageLive; release: () => void } {
  const held: (() => void)[] = [];
  return {
    live: {
      ...live,
      publish: (pageId, event) => void held.push(() => live.publish(pageId, event)),
      conversationsChanged: (pageIds) => void held.push(() => live.conversationsChanged(pageIds)),
      conversationRead: (pageId, psid) => void held.push(() => live.conversationRead(pageId, psid)),
    },
    release() {
      for (const send of held.splice(0)) send();
    },
  };
}
