import type { Deps } from "../deps.ts";
import type { Signal } from "../live/hub.ts";
import { notifySignals } from "../live/signals.ts";
import type { Mail } from "../mailbox/accept.ts";
import { maxBacklog, tooMuch } from "../mailbox/backlog.ts";
import { idSource } from "../mailbox/ids.ts";
import type { MailIntake, MailRunner } from "../mailbox/intake.ts";
import { batchKeys } from "../store/db/batch-keys.ts";
import type { Database } from "../store/db/db.ts";
import { lookChannel, mailChannel, notify } from "../store/db/notify.ts";
import { startCustomerWork } from "./customer-work.ts";
import { profileLookups } from "./customers/profile-lookups.ts";
import { refreshAll, startListening } from "./database-signals.ts";
import { startDigester } from "./digest/digester.ts";
import { startDueWaits } from "./due-waits.ts";
import { runEvaluations } from "./evaluations.ts";
import { startEventSender } from "./events/event-sender.ts";
import { addRunnerGauges } from "./gauges.ts";
import { createHeartbeat } from "./heartbeat.ts";
import { startHousekeeping } from "./housekeeping.ts";
import { readKnowledge } from "./knowledge.ts";
import { dropAll, type RunnerNode } from "./node.ts";
import { startDispatcher } from "./notices/dispatcher.ts";
import { callSpans } from "./outgoing/call-spans.ts";
import { Ledger } from "./outgoing/ledger.ts";
import { closePage, openPage } from "./pages/open-page.ts";
import { Ownership } from "./pages/ownership.ts";
import type { OwnedPage } from "./pages/page.ts";
import { syncFinder } from "./pages/profile-sync.ts";
import { setupReader } from "./pages/setup.ts";
import { requestRunner } from "./requests/requests.ts";
import { thinkingSigns } from "./requests/thinking.ts";
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

/** Every change of a set-up is notified. Should a notification be lost, the owner's next batch or this finds it. */
const refreshMs = 60_000;

/** Owns pages and runs them. Any number of nodes share one database: each page is run by one of them at a time. */
export async function startRunner(deps: Deps, runnerDeps: RunnerDeps): Promise<Runner> {
  const { node, ownership, heartbeat, loop, looking } = await createNode(deps, runnerDeps);
  const { pages } = node;

  function wake(pageIds: Iterable<string>): void {
    for (const pageId of pageIds) {
      const page = pages.get(pageId);
      if (page) readAgainIn(page, 0);
      else ownership.wake(pageId);
    }
    loop.wake();
  }

  const background = [readKnowledge(deps), runEvaluations(deps)];
  const wakeBackground = () => {
    for (const work of background) work.wake();
  };
  const stopBackground = () => Promise.all(background.map((work) => work.stop()));
  const listening = startListening(node, {
    ...{ url: runnerDeps.db.url, wake, ownership, look: looking.wake },
    setupChanged: wakeBackground,
  });
  try {
    // The node's lock is held before its row is there, or another start of this installation would remove the row.
    await listening.ready;
    await heartbeat.start();
  } catch (error) {
    await listening.stop();
    await stopBackground();
    await node.digester.stop();
    throw error;
  }
  looking.wake();
  wakeBackground();
  const stopTimers = startTimers(node);
  addRunnerGauges(node);
  const runner: Runner = {
    wake,
    acceptDirect: (mail) => acceptDirect(node, mail),
    owns: (pageId) => pages.has(pageId),
    async stop(): Promise<void> {
      node.isStopping = true;
      await Promise.all([stopTimers(), stopBackground()]);
      await loop.stop();
      await Promise.all(node.batches);
      await ownership.stop();
      await looking.stop();
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
  const tellsStates = (pageId: string) => pages.get(pageId)?.setup.tellsStates() ?? false;
  const signal = (signals: Signal[]) => sendSignals(deps, nodeId, signals);
  const thinking = thinkingSigns({ signal, findPage: (pageId) => pages.get(pageId) });
  const node: RunnerNode = {
    ...{ deps, nodeId, db, mailbox: intake.mailbox, pages, batchKeyOf, mayAct },
    ...{ batches: new Set(), bulkBatch: undefined, closing: new Map() },
    isStopping: false,
    ids: idSource(deps.db, 1000),
    ledger: new Ledger({ db, batchKeyOf, log, tellsStates }),
    requests: requestRunner(deps, wakePage, thinking),
    thinking,
    readSetup: setupReader(deps.db),
    findProfileSync: syncFinder(deps.db),
    callSpans: callSpans(deps),
    digester: startDigester({
      origin: db,
      log,
      live: deps.live,
      isRun: (pageId) => pages.has(pageId),
      batchKeyOf,
      isDistributed,
    }),
    profileLookups: profileLookups(deps, (page) => mayAct() && pages.get(page.lease.pageId) === page),
    signal,
    wake: () => loop.wake(),
    drop: (page, reason, error) => ownership.drop(page, reason, error),
  };
  const ownership = ownershipOf(node, { wake: wakePage, look: () => looking.wake() });
  const looking = wakeLoop(
    () => ownership.look(),
    (error) => log.warn({ err: error }, "pages not looked for"),
  );
  const loop = wakeLoop(
    () => runRound(node),
    (error) => log.warn({ err: error }, "round failed"),
  );
  return { node, ownership, heartbeat, loop, looking };
}

/** `wake` reads the mailbox of a page that this node runs; `look` looks for pages to claim. */
function ownershipOf(node: RunnerNode, { wake, look }: { wake: (pageId: string) => void; look: () => void }) {
  const { deps, db: hotDb, nodeId, pages, mayAct } = node;
  const { db, log, metrics } = deps;
  return new Ownership({
    ...{ db, hotDb, log, nodeId, pages, mayAct },
    open: (lease) => openPage(node, lease),
    close: (page) => closePage(node, page, () => node.isStopping && !mayAct()),
    onOpened: () => {
      metrics.pagesClaimed.inc();
      node.wake();
    },
    onDropped: (reason) => metrics.pagesDropped.inc({ reason: reason.replaceAll(/\W+/g, "_") }),
    notifyOwner: (pageId) => notify(db, mailChannel, pageId),
    notifyNodes: () => notify(db, lookChannel, ""),
    onDueMail: ({ lease }) => wake(lease.pageId),
    lookSoon: look,
  });
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
function startTimers(node: RunnerNode): () => Promise<void> {
  const { deps } = node;
  const refreshing = setInterval(() => refreshAll(node), refreshMs);
  const stopHousekeeping = startHousekeeping(deps);
  const stopCustomerWork = startCustomerWork(deps, node.nodeId);
  const dispatcher = startDispatcher(deps);
  const eventSender = startEventSender(deps);
  const stopPublishing = startScheduledPublishing(deps);
  const stopDueWaits = startDueWaits(deps);
  return async () => {
    clearInterval(refreshing);
    await Promise.all([dispatcher.stop(), eventSender.stop(), stopHousekeeping(), stopCustomerWork()]);
    await Promise.all([stopPublishing(), stopDueWaits()]);
  };
}
