import type { Deps } from "../deps.ts";
import type { Signal } from "../live/hub.ts";
import type { Mail, MailStore } from "../mailbox/accept.ts";
import { idSource } from "../mailbox/ids.ts";
import { millisecondsToNextMail } from "../store/claim.ts";
import type { Lease } from "../store/leases.ts";
import type { QueuedMessage } from "../store/messages.ts";
import { setDisconnected } from "../store/pages.ts";
import { findLastKey } from "../store/turns.ts";
import { batches } from "./batch.ts";
import { deliveryQueue } from "./delivery.ts";
import { inbox } from "./inbox.ts";
import { newcomers } from "./newcomers.ts";
import { profileSync } from "./profile-sync.ts";
import { renderContextOf } from "./render-context.ts";
import type { RequestRunner } from "./requests.ts";
import { setupHolder } from "./setup.ts";

const idleMs = 300_000;

export type PageWorker = {
  /** Something has come. */
  wake(): void;
  /** Something may be due that nobody has told of. */
  look(): void;
  /** Handles mail and stores it with its turn. Undefined: put it in the mailbox. */
  take(mail: Mail): Promise<{ mailId: number }> | undefined;
  /** Reads the set-up anew where it is not at this revision. */
  refresh(revision: number): Promise<void>;
  stop(): Promise<void>;
  isIdle(): boolean;
  /** Whether nothing waits to be delivered. */
  hasDelivered(): boolean;
};

export type Working = {
  deps: Deps;
  lease: Lease;
  /** A turn among the pages that have work. */
  inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
  mayAct: () => boolean;
  signal: (signals: Signal[]) => void;
  requests: RequestRunner;
  mailbox: MailStore;
  onLost: () => void;
};

/** Runs one page for as long as this node owns it: drains its mail batch by batch and delivers what comes of it. */
export function pageWorker({ deps, lease, inTurn, mayAct, signal, requests, mailbox, onLost }: Working): PageWorker {
  const { db, log } = deps;
  const { pageId } = lease;
  const setup = setupHolder(deps, pageId, (loaded) => {
    profile.notice(loaded);
    delivery.lookAgain();
  });
  const straight = inbox(mailbox.store, () => mailbox.isStoring(pageId));
  let isStopped = false;
  let isAwake = false;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let lastWorkAt = performance.now();
  /** When the next timer may be due, by this node's clock: undefined until asked. */
  let nextTimerAt: number | undefined;

  const mayCall = () => mayAct() && !isStopped && setup.current() !== undefined;
  const profile = profileSync(deps, lease, { mayCall, reload: () => setup.load() });

  const delivery = deliveryQueue({
    db,
    lease,
    channel: () => {
      const loaded = setup.current();
      if (!loaded) throw new Error("The page is not loaded.");
      const { channel, channelSettings, connection, isDisconnected } = loaded;
      return { channel, settings: channelSettings, connection, isDisconnected };
    },
    lastKeyOf: (psid) => findLastKey(db, pageId, psid),
    contextOf: (message: QueuedMessage) => renderContextOf(deps, pageId, message),
    mayCall,
    onCutOff: (connection, reason) => void cutOff(connection, reason),
    onLost: lose,
    onFailure: (error, message) => log.warn({ err: error, pageId, messageId: message.id }, "delivery failed"),
  });

  const batch = batches({
    ...{ deps, lease, setup, straight, delivery, requests, signal, ids: idSource(db, 200) },
    newcomers: newcomers(deps, pageId, mayCall),
    onTimer: (waitMs) => {
      nextTimerAt = Math.min(nextTimerAt ?? 0, performance.now() + waitMs);
    },
  });

  function lose(): void {
    if (isStopped) return;
    isStopped = true;
    clearTimeout(timer);
    straight.spill();
    // What is under way may end; no timer of theirs may stay behind.
    void profile.stop();
    void delivery.stop();
    onLost();
  }

  /** Its messages wait until the owner has connected the page anew. */
  async function cutOff(connection: number, reason: string): Promise<void> {
    log.warn({ pageId, reason }, "page disconnected by its platform");
    try {
      await setDisconnected(db, pageId, { connection, reason });
      await setup.load();
    } catch (error) {
      log.error({ err: error, pageId }, "page not marked as disconnected");
    }
  }

  async function start(): Promise<void> {
    const loaded = await setup.load();
    if (!loaded) return lose();
    if (loaded.channel.deliver) await delivery.resume();
    await requests.resume(lease);
  }

  function take(mail: Mail): Promise<{ mailId: number }> | undefined {
    if (isStopped || !setup.current()) return undefined;
    if (!mayAct()) {
      straight.spill();
      return undefined;
    }
    const accepted = straight.add(mail);
    if (accepted) setOut();
    return accepted;
  }

  function wake(): void {
    // What came may be due later than now.
    nextTimerAt = undefined;
    look();
  }

  function look(): void {
    batch.mustLook();
    setOut();
  }

  function setOut(): void {
    isAwake = true;
    clearTimeout(timer);
    if (running || isStopped) return;
    running = drain().finally(() => {
      running = undefined;
      if (isAwake && !isStopped) setOut();
    });
  }

  async function drain(): Promise<void> {
    try {
      if (!setup.current()) await start();
      while ((isAwake || batch.hasMore()) && !isStopped) {
        isAwake = false;
        const outcome = await inTurn(runBatch);
        if (outcome === "lost") return lose();
        if (outcome === "nothing") await sleepUntilDue();
        else {
          lastWorkAt = performance.now();
          isAwake = true;
        }
      }
    } catch (error) {
      log.error({ err: error, pageId }, "page worker failed");
      lose();
    }
  }

  async function runBatch(): Promise<"handled" | "nothing" | "lost"> {
    if (mayAct()) return batch.run();
    straight.spill();
    batch.mustLook();
    nextTimerAt = performance.now() + 500;
    return "nothing";
  }

  /** A wake hint only: the due time itself is in the table. Whoever puts something there wakes the page, or is it. */
  async function sleepUntilDue(): Promise<void> {
    if (nextTimerAt === undefined || nextTimerAt <= performance.now()) {
      const isPaused = setup.current()?.setup.isPaused ?? false;
      const waitMs = (await millisecondsToNextMail(db, pageId, isPaused)) ?? Number.POSITIVE_INFINITY;
      // Something may have come since the table was asked.
      if (isAwake) return;
      nextTimerAt = performance.now() + waitMs;
    }
    if (isStopped || isAwake) return;
    timer = setTimeout(look, Math.max(1, Math.min(nextTimerAt - performance.now(), 60_000)));
  }

  return {
    wake,
    look,
    take,
    async refresh(revision: number): Promise<void> {
      const current = setup.current();
      if (current && !isStopped && current.revision !== revision) {
        await setup.load();
        // What a paused page has left lying is due.
        look();
      } else if (current) delivery.lookAgain();
    },
    hasDelivered: delivery.isIdle,
    isIdle: () =>
      !running &&
      straight.isEmpty() &&
      delivery.isIdle() &&
      profile.isIdle() &&
      performance.now() - lastWorkAt > idleMs,
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await running;
      straight.spill();
      await profile.stop();
      await delivery.stop();
    },
  };
}
