import type { Deps } from "../deps.ts";
import type { LiveHub, Signal } from "../live/hub.ts";
import type { Mail, MailStore } from "../mailbox/accept.ts";
import { listOrphanPages } from "../store/claim.ts";
import { keepAlive, leaseSeconds, releaseLease, takeLease } from "../store/leases.ts";
import { listen } from "../store/listen.ts";
import { changesChannel, notify } from "../store/notify.ts";
import { listRevisions } from "../store/pages.ts";
import { fairTurns } from "./fair-turns.ts";
import { keepHouse } from "./housekeeping.ts";
import { type PageWorker, pageWorker } from "./page.ts";
import { requestRunner } from "./requests.ts";

export type Runner = {
  wake(pageId: string): void;
  /** Handles mail of a page that runs here, which stores it. Undefined: put it in the mailbox. */
  take(mail: Mail): Promise<{ mailId: number }> | undefined;
  stop(): Promise<void>;
  owns(pageId: string): boolean;
};

type Joining = { nodeId: string; url: string; hub: LiveHub; mailbox: MailStore; signOn: () => Promise<void> };

const mailChannel = "banter_mail";
const liveChannel = "banter_live";

/** Owns pages and runs them. Any number of nodes share one database: each page is run by one of them at a time. */
export async function startRunner(deps: Deps, { nodeId, url, hub, mailbox, signOn }: Joining): Promise<Runner> {
  const { db, log } = deps;
  const workers = new Map<string, { worker: PageWorker; epoch: number }>();
  const taking = new Map<string, Promise<void>>();
  const inTurn = fairTurns(3);
  const requests = requestRunner(deps, (pageId) => wake(pageId));
  let heardAt = performance.now();
  let isStopped = false;

  const mayAct = () => !isStopped && performance.now() - heardAt < (leaseSeconds - 2) * 1000;
  const warn = (what: string) => (error: unknown) => log.warn({ err: error }, what);

  async function beat(): Promise<void> {
    const startedAt = performance.now();
    if (!(await keepAlive(db, nodeId))) await signOn();
    heardAt = startedAt;
  }

  /** Runs the page if it is ours or can be; else tells the node that has it. */
  function wake(pageId: string): void {
    const owned = workers.get(pageId);
    if (owned) owned.worker.wake();
    if (owned || isStopped || taking.has(pageId)) return;
    taking.set(
      pageId,
      take(pageId)
        .catch(warn("page not taken"))
        .finally(() => taking.delete(pageId)),
    );
  }

  async function take(pageId: string): Promise<void> {
    const epoch = mayAct() ? await takeLease(db, pageId, nodeId) : undefined;
    if (epoch === undefined) return notify(db, mailChannel, pageId);
    const worker = pageWorker({
      deps,
      lease: { pageId, nodeId, epoch },
      inTurn,
      mayAct,
      signal,
      requests,
      mailbox,
      onLost: () => {
        workers.delete(pageId);
        // Given back, so that any node, this one too, may take it up afresh.
        void releaseLease(db, { pageId, nodeId, epoch }, { isUnfinished: true }).catch(warn("lease not released"));
      },
    });
    workers.set(pageId, { worker, epoch });
    worker.wake();
  }

  /** An owner's change of a page that nobody writes to comes with no mail. */
  async function refresh(pageIds: string[]): Promise<void> {
    if (pageIds.length === 0) return;
    for (const { id, revision } of await listRevisions(db, pageIds)) await workers.get(id)?.worker.refresh(revision);
  }

  function signal(signals: Signal[]): void {
    for (const each of signals) hub.publish(each);
    if (signals.length > 0)
      notify(db, liveChannel, JSON.stringify({ nodeId, signals })).catch(warn("live signal not sent"));
  }

  async function poll(): Promise<void> {
    for (const pageId of await listOrphanPages(db, 100)) wake(pageId);
    for (const [pageId, { worker, epoch }] of workers) {
      if (!worker.isIdle()) continue;
      workers.delete(pageId);
      await worker.stop();
      await releaseLease(db, { pageId, nodeId, epoch }, { isUnfinished: false });
    }
  }

  const listening = listen(
    url,
    {
      [mailChannel]: (pageId) => workers.get(pageId)?.worker.wake(),
      [changesChannel]: (pageId) => {
        refresh(workers.has(pageId) ? [pageId] : []).catch(warn("set-up not looked at"));
      },
      [liveChannel]: (payload) => {
        const said = JSON.parse(payload) as { nodeId: string; signals: Signal[] };
        if (said.nodeId !== nodeId) for (const each of said.signals) hub.publish(each);
      },
    },
    {
      onConnected: () => {
        for (const { worker } of workers.values()) worker.wake();
        hub.publishAll();
      },
      onError: warn("listening connection lost"),
    },
  );
  await beat();
  const timers = [
    setInterval(() => beat().catch(warn("not heard by the database")), 3000),
    setInterval(() => poll().catch(warn("poll failed")), 1000),
    // A net under the notifications.
    setInterval(() => {
      for (const { worker } of workers.values()) worker.look();
      refresh([...workers.keys()]).catch(warn("set-ups not looked at"));
    }, 5000),
  ];
  void poll().catch(warn("poll failed"));
  const stopHousekeeping = keepHouse(deps);

  return {
    wake,
    take: (mail) => workers.get(mail.pageId)?.worker.take(mail),
    owns: (pageId) => workers.has(pageId),
    async stop(): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      await stopHousekeeping();
      await Promise.all(taking.values());
      await Promise.all([...workers.values()].map(({ worker }) => worker.stop()));
      await requests.stop();
      isStopped = true;
      for (const [pageId, { worker, epoch }] of workers) {
        const isUnfinished = !worker.hasDelivered();
        await releaseLease(db, { pageId, nodeId, epoch }, { isUnfinished }).catch(warn("lease not released"));
      }
      await listening.stop();
    },
  };
}
