import type { Deps } from "../deps.ts";
import type { Signal } from "../live/hub.ts";
import { idSource } from "../mailbox/ids.ts";
import { type DueMail, listDueMail, millisecondsToNextMail } from "../store/claim.ts";
import { commitTurns, type SavedMessage, type TurnCommit } from "../store/commit.ts";
import type { Lease } from "../store/leases.ts";
import { requeueMessages } from "../store/message-reports.ts";
import type { QueuedMessage } from "../store/messages.ts";
import { saveClicks, saveReceipts } from "../store/messages.ts";
import { deliveryQueue, type Waiting } from "./delivery.ts";
import { layOut } from "./lay-out.ts";
import { renderContextOf } from "./render-context.ts";
import type { RequestRunner } from "./requests.ts";
import { documentCache, type LoadedSetup, loadSetup } from "./setup.ts";
import { type Working as Customers, type TurnResults, takeTurns } from "./turns.ts";

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
  /** What the last commit found due, and how it left the customers that it stored. */
  let next: { due: DueMail[]; left: ReadonlyMap<string, Customers> } | undefined;
  /** When the next timer may be due, by this node's clock: undefined until asked. */
  let nextTimerAt: number | undefined;

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
      while ((isAwake || next) && !isStopped) {
        isAwake = false;
        if (await inTurn(runBatch)) lastWorkAt = performance.now();
        else await sleepUntilDue();
      }
    } catch (error) {
      log.error({ err: error, pageId }, "page worker failed");
      lose();
    }
  }

  /** A wake hint only: the due time itself is in the table. Only this page's owner sets timers, so it knows of new ones. */
  async function sleepUntilDue(): Promise<void> {
    if (nextTimerAt === undefined || nextTimerAt <= performance.now()) {
      nextTimerAt = performance.now() + ((await millisecondsToNextMail(db, pageId)) ?? Number.POSITIVE_INFINITY);
    }
    if (isStopped || isAwake) return;
    timer = setTimeout(wake, Math.max(1, Math.min(nextTimerAt - performance.now(), 60_000)));
  }

  /** Handles what is due. Returns whether anything was. */
  async function runBatch(): Promise<boolean> {
    if (!mayAct()) {
      nextTimerAt = performance.now() + 500;
      return false;
    }
    const { due, left } = next ?? { due: await listDueMail(db, pageId, batchSize), left: new Map<string, Customers>() };
    next = undefined;
    const [first] = due;
    if (!first) return false;
    if (!loaded || loaded.revision !== first.revision) loaded = await loadSetup(deps, pageId, documents);
    if (!loaded) {
      lose();
      return false;
    }
    const results = await takeTurns({ db, pageId, loaded, documents, log }, due, left);
    await record(results, loaded, first.now);
    return true;
  }

  async function record(results: TurnResults, { channel }: LoadedSetup, now: number): Promise<void> {
    const starting = new Map<string, "sending" | "queued">();
    /** A customer's messages of one batch start together: they go one after the other without a word to the database. */
    const statusOf = (psid: string) => {
      if (!channel.deliver) return "sent";
      const status = starting.get(psid) ?? (delivery.canStart(psid, starting.size) ? "sending" : "queued");
      starting.set(psid, status);
      return status;
    };
    const commit = await layOut(results, { ids, now, statusOf });
    // All three can be done twice without harm, so they need no part in the commit.
    if (results.receipts.length > 0) await saveReceipts(db, lease, results.receipts);
    if (results.clicks.length > 0) await saveClicks(db, lease, results.clicks);
    for (const ids of results.retries) await requeueMessages(db, lease, ids);
    const due = await commitTurns(db, lease, commit, batchSize);
    if (!due) return lose();
    next = due.length > 0 ? { due, left: results.customers } : undefined;
    for (const { at } of commit.timers) nextTimerAt = Math.min(nextTimerAt ?? 0, performance.now() + at - now);
    if (results.retries.length > 0 && channel.deliver) await delivery.resume();
    follow(results, commit, channel.deliver === null);
  }

  /** What may happen only after the commit. */
  function follow(results: TurnResults, commit: TurnCommit, isStored: boolean): void {
    requests.add(lease, commit.requests);
    if (isStored) {
      const psids = new Set(results.turns.map(({ psid }) => psid));
      signal([...psids].map((psid) => ({ pageId, psid, ...typingOf(results, psid) })));
    } else delivery.add(commit.messages.filter(({ status }) => status !== "failed").map(waitingOf));
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
    const wait =
      turn.psid === psid ? turn.effects.find((effect) => effect.type === "set_timer" && effect.isTyping) : undefined;
    if (wait) return { typingSeconds: 20 };
  }
  return {};
}
