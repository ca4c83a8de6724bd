import type { QueuedMessage } from "../store/messages.ts";
import type { Deps } from "../deps.ts";
import { idSource } from "../mailbox/ids.ts";
import { listDueMail, millisecondsToNextMail } from "../store/claim.ts";
import { commitTurns, type SavedMessage, type TurnCommit } from "../store/commit.ts";
import type { Lease } from "../store/leases.ts";
import { requeueMessages } from "../store/message-reports.ts";
import { saveClicks, saveReceipts } from "../store/messages.ts";
import type { Signal } from "../live/hub.ts";
import { deliveryQueue, type Waiting } from "./delivery.ts";
import { layOut } from "./lay-out.ts";
import { renderContextOf } from "./render-context.ts";
import type { RequestRunner } from "./requests.ts";
import { documentCache, type LoadedSetup, loadSetup } from "./setup.ts";
import { takeTurns, type TurnResults } from "./turns.ts";

/** Rows handled in one commit. Large enough that a commit is shared by many, small enough that pages take turns. */
const batchSize = 200;
const idleMs = 300_000;

export type PageWorker = { wake(): void; stop(): Promise<void>; isIdle(): boolean };

export type Working = {
  deps: Deps;
  lease: Lease;
  /** A turn among the pages that have work. */
  inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
  mayAct: () => boolean;
  signal: (signals: Signal[]) => void;
  requests: RequestRunner;
  onLost: () => void;
};

/** Runs one page for as long as this node owns it: drains its mailbox batch by batch and delivers what comes of it. */
export function pageWorker({ deps, lease, inTurn, mayAct, signal, requests, onLost }: Working): PageWorker {
  const { db, log } = deps;
  const { pageId } = lease;
  const ids = idSource(db, 200);
  const documents = documentCache(db, pageId);
  let loaded: LoadedSetup | undefined;
  let isStopped = false;
  let isAwake = false;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lastWorkAt = performance.now();

  function lose(): void {
    if (isStopped) return;
    isStopped = true;
    clearTimeout(timer);
    onLost();
  }

  const delivery = deliveryQueue({
    db,
    lease,
    channel: () => {
      if (!loaded) throw new Error("The page is not loaded.");
      return { channel: loaded.channel, settings: loaded.channelSettings };
    },
    contextOf: (message: QueuedMessage) => renderContextOf(deps, pageId, message),
    mayCall: () => mayAct() && loaded !== undefined,
    onLost: lose,
    onFailure: (error, message) => log.warn({ err: error, pageId, messageId: message.id }, "delivery failed"),
  });

  async function start(): Promise<void> {
    loaded = await loadSetup(deps, pageId, documents);
    if (!loaded) return lose();
    if (loaded.channel.deliver) await delivery.resume();
    await requests.resume(lease);
  }

  function wake(): void {
    isAwake = true;
    clearTimeout(timer);
    if (running || isStopped) return;
    running = drain().finally(() => {
      running = undefined;
      if (isAwake && !isStopped) wake();
    });
  }

  async function drain(): Promise<void> {
    try {
      if (!loaded) await start();
      while (isAwake && !isStopped) {
        isAwake = false;
        const count = await inTurn(runBatch);
        if (count > 0) lastWorkAt = performance.now();
        if (count === batchSize) isAwake = true;
        else if (!isAwake) await sleepUntilDue();
      }
    } catch (error) {
      log.error({ err: error, pageId }, "page worker failed");
      lose();
    }
  }

  /** A wake hint only: the due time itself is in the table. */
  async function sleepUntilDue(): Promise<void> {
    const wait = await millisecondsToNextMail(db, pageId);
    if (isStopped || isAwake) return;
    if (wait !== undefined) timer = setTimeout(wake, Math.max(1, Math.min(wait, 60_000)));
  }

  async function runBatch(): Promise<number> {
    if (!mayAct()) {
      timer = setTimeout(wake, 500);
      return 0;
    }
    const due = await listDueMail(db, pageId, batchSize);
    const [first] = due;
    if (!first) return 0;
    if (!loaded || loaded.revision !== first.revision) loaded = await loadSetup(deps, pageId, documents);
    if (!loaded) {
      lose();
      return 0;
    }
    const results = await takeTurns({ db, pageId, loaded, documents, log }, due);
    await record(results, loaded, first.now);
    return due.length;
  }

  async function record(results: TurnResults, { channel }: LoadedSetup, now: number): Promise<void> {
    const starting = new Map<string, number>();
    const statusOf = (psid: string) => {
      if (!channel.deliver) return "sent";
      // One of a customer's messages is under way at a time.
      if (starting.has(psid) || !delivery.canStart(psid, starting.size)) return "queued";
      starting.set(psid, 1);
      return "sending";
    };
    const commit = await layOut(results, { ids, now, statusOf });
    // All three can be done twice without harm, so they need no part in the commit.
    if (results.receipts.length > 0) await saveReceipts(db, lease, results.receipts);
    if (results.clicks.length > 0) await saveClicks(db, lease, results.clicks);
    for (const ids of results.retries) await requeueMessages(db, lease, ids);
    if (!(await commitTurns(db, lease, commit))) return lose();
    if (results.retries.length > 0 && channel.deliver) await delivery.resume();
    follow(results, commit, channel.deliver === null);
  }

  /** What may happen only after the commit. */
  function follow(results: TurnResults, commit: TurnCommit, isStored: boolean): void {
    requests.add(lease, commit.requests);
    if (!isStored) return delivery.add(commit.messages.filter(({ status }) => status !== "failed").map(waitingOf));
    const psids = new Set(results.turns.map(({ psid }) => psid));
    signal([...psids].map((psid) => ({ pageId, psid, ...typingOf(results, psid) })));
  }

  return {
    wake,
    isIdle: () => !running && delivery.isIdle() && performance.now() - lastWorkAt > idleMs,
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await running;
      await delivery.stop();
    },
  };
}

function waitingOf(message: SavedMessage): Waiting {
  return {
    id: message.id,
    psid: message.psid,
    flowId: message.flow_id,
    lane: message.lane,
    messageTag: message.message_tag,
    content: message.content as Waiting["content"],
    attempts: 0,
    possibleDuplicate: false,
    isMarked: message.status === "sending",
    isRepeat: false,
    waitMs: 0,
  };
}

function typingOf({ turns }: TurnResults, psid: string): { typingSeconds?: number } {
  for (const turn of turns) {
    const wait = turn.psid === psid ? turn.effects.find((effect) => effect.type === "set_timer" && effect.isTyping) : undefined;
    if (wait) return { typingSeconds: 20 };
  }
  return {};
}
