import type { Deps } from "../deps.ts";
import type { Signal } from "../live/hub.ts";
import { notifySignals } from "../live/signals.ts";
import type { Mail } from "../mailbox/accept.ts";
import { maxBacklog, tooMuch } from "../mailbox/backlog.ts";
import { idSource } from "../mailbox/ids.ts";
import type { MailIntake, MailRunner } from "../mailbox/intake.ts";
import { batchKeys } from "../store/db/batch-keys.ts";
import type { Database } from "../store/db/db.ts";
import { mailChannel, notify } from "../store/db/notify.ts";
import { startCustomerWork } from "./customer-work.ts";
import { profileLookups } from "./customers/profile-lookups.ts";
import { refreshSetups, startListening } from "./database-signals.ts";
import { startDigester } from "./digest/digester.ts";
import { addRunnerGauges } from "./gauges.ts";
import { createHeartbeat } from "./heartbeat.ts";
import { startHousekeeping } from "./housekeeping.ts";
import { dropAll, type RunnerNode } from "./node.ts";
import { startDispatcher } from "./notices/dispatcher.ts";
import { callSpans } from "./outgoing/call-spans.ts";
import { Ledger } from "./outgoing/ledger.ts";
import { closePage, openPage } from "./pages/open-page.ts";
import { Ownership } from "./pages/ownership.ts";
import type { OwnedPage } from "./pages/page.ts";
import { requestRunner } from "./requests/requests.ts";
import { readAgainIn } from "./round/read.ts";
import { runRound } from "./round/round.ts";
import { startScheduledPublishing } from "./scheduled-publishing.ts";
import { wakeLoop } from "./wake-loop.ts";

export type Runner = MailRunner & {
  owns(pageId: string): boolean;
  stop(): Promise<void>;
};

export type RunnerDeps = {
  nodeId: string;
  /** Connections for the hot path. */
  db: Database;
  intake: MailIntake;
  register: () => Promise<void>;
};

const pollMs = 1000;
/** Notifications may be lost: every page reads its mailbox and its revision this often anyway. */
const refreshMs = 5000;
const balanceMs = 5000;
const checkLeasesMs = 5000;

/** Owns pages and runs them. Any number of nodes share one database: each page is run by one of them at a time. */
export async function startRunner(deps: Deps, runnerDeps: RunnerDeps): Promise<Runner> {
  const { node, ownership, heartbeat, loop } = await createNode(deps, runnerDeps);
  const { pages } = node;

  function wake(pageIds: Iterable<string>): void {
    for (const pageId of pageIds) {
      const page = pages.get(pageId);
      if (page) readAgainIn(page, 0);
      else ownership.wake(pageId);
    }
    loop.wake();
  }

  const listening = startListening(node, runnerDeps.db.url, wake);
  try {
    // The node's lock is held before its row is there, or another start of this installation would remove the row.
    await listening.ready;
    await heartbeat.start();
  } catch (error) {
    await listening.stop();
    await node.digester.stop();
    throw error;
  }
  const stopTimers = startTimers(node, ownership);
  addRunnerGauges(node);
  const runner: Runner = {
    wake,
    acceptDirect: (mail) => acceptDirect(node, mail),
    owns: (pageId) => pages.has(pageId),
    async stop(): Promise<void> {
      node.isStopping = true;
      await stopTimers();
      await loop.stop();
      await Promise.all(node.batches);
      await ownership.stop();
      await node.requests.stop();
      await node.digester.stop();
      await heartbeat.stop();
      await listening.stop();
    },
  };
  runnerDeps.intake.join(runner);
  return runner;
}

async function createNode(deps: Deps, runnerDeps: RunnerDeps) {
  const { log } = deps;
  const { nodeId, db, intake, register } = runnerDeps;
  const pages = new Map<string, OwnedPage>();
  const isDistributed = await deps.db.isDistributed();
  const batchKeyOf = batchKeys(isDistributed);
  const heartbeat = createHeartbeat({
    ...{ db: deps.db, health: deps.health, nodeId, log, register },
    onLapsed: () => dropAll(node, "heartbeat overdue"),
  });
  const { mayAct } = heartbeat;
  const wakePage = (pageId: string) => {
    const page = pages.get(pageId);
    if (page) readAgainIn(page, 0);
    loop.wake();
  };
  const node: RunnerNode = {
    ...{ deps, nodeId, db, mailbox: intake.mailbox, pages, batchKeyOf, mayAct },
    ...{ batches: new Set(), closing: new Map() },
    isStopping: false,
    ids: idSource(deps.db, 1000),
    ledger: new Ledger({ db, batchKeyOf, log }),
    requests: requestRunner(deps, wakePage),
    callSpans: callSpans(deps),
    digester: startDigester({
      url: db.url,
      log,
      live: deps.live,
      isRun: (pageId) => pages.has(pageId),
      batchKeyOf,
      isDistributed,
    }),
    profileLookups: profileLookups(deps, (page) => mayAct() && pages.get(page.lease.pageId) === page),
    signal: (signals) => sendSignals(deps, nodeId, signals),
    wake: () => loop.wake(),
    drop: (page, reason, error) => ownership.drop(page, reason, error),
  };
  const ownership = new Ownership({
    ...{ db: deps.db, log, nodeId, pages, mayAct },
    open: (lease) => openPage(node, lease),
    close: (page) => closePage(node, page, () => node.isStopping && !mayAct()),
    onOpened: () => {
      deps.metrics.pagesClaimed.inc();
      loop.wake();
    },
    onDropped: (reason) => deps.metrics.pagesDropped.inc({ reason: reason.replaceAll(/\W+/g, "_") }),
    notifyOwner: (pageId) => notify(deps.db, mailChannel, pageId),
  });
  const loop = wakeLoop(
    () => runRound(node),
    (error) => log.warn({ err: error }, "round failed"),
  );
  return { node, ownership, heartbeat, loop };
}

/** Undefined if the mail must go through the mailbox: the page does not run here, or the order would be lost. */
function acceptDirect(node: RunnerNode, mail: Mail): Promise<{ mailId: number }> | undefined {
  const page = node.pages.get(mail.pageId);
  if (!page) return node.closing.get(mail.pageId)?.add(mail);
  if (!node.mayAct()) return undefined;
  // A caller of the API can be told to slow down; a customer's message is refused only when the mailbox is full.
  if (mail.tokenHash && page.outgoing.waiting() >= maxBacklog) return Promise.reject(tooMuch());
  const accepted = page.inbox.add(mail);
  if (accepted) node.wake();
  return accepted;
}

function sendSignals({ db, log, hub }: Deps, nodeId: string, signals: Signal[]): void {
  for (const signal of signals) hub.publish(signal);
  notifySignals(db, nodeId, signals).catch((error) => log.warn({ err: error }, "live signal not sent"));
}

/** Returns a function that stops the timers and waits for housekeeping that is running. */
function startTimers(node: RunnerNode, ownership: Ownership): () => Promise<void> {
  const { deps, pages } = node;
  const every = (ms: number, failure: string, work: () => Promise<void>) =>
    setInterval(() => work().catch((error) => deps.log.warn({ err: error }, failure)), ms);
  const timers = [
    every(pollMs, "page poll failed", () => ownership.poll()),
    every(balanceMs, "page balancing failed", () => ownership.balance()),
    every(checkLeasesMs, "lease check failed", () => ownership.checkLeases()),
    every(refreshMs, "setup refresh failed", async () => {
      for (const page of pages.values()) readAgainIn(page, 0);
      node.wake();
      await refreshSetups(node, [...pages.keys()]);
    }),
  ];
  ownership.poll().catch((error) => deps.log.warn({ err: error }, "page poll failed"));
  const stopHousekeeping = startHousekeeping(deps);
  const stopCustomerWork = startCustomerWork(deps, node.nodeId);
  const dispatcher = startDispatcher(deps);
  const stopPublishing = startScheduledPublishing(deps);
  return async () => {
    for (const timer of timers) clearInterval(timer);
    await Promise.all([dispatcher.stop(), stopHousekeeping(), stopCustomerWork(), stopPublishing()]);
  };
}
