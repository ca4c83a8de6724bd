import type { Logger } from "pino";
import { failPoint } from "../fail-points.ts";
import type { Db } from "../store/db.ts";
import { countPagesByNode, handOver, type Lease, listPagesToTake, releaseLease, takeLease } from "../store/leases.ts";
import { limitConcurrency } from "./concurrency.ts";
import { isIdle, type OwnedPage } from "./page.ts";

export type OwnershipDeps = {
  db: Db;
  log: Logger;
  nodeId: string;
  pages: Map<string, OwnedPage>;
  mayAct: () => boolean;
  /** Builds a page from the tables; undefined where the page is gone. */
  open: (lease: Lease) => Promise<OwnedPage | undefined>;
  /** Ends what a page does in memory. The calls under way end first. */
  close: (page: OwnedPage) => Promise<void>;
  onOpened: (page: OwnedPage) => void;
  /** Tells the node that runs the page that it has mail. */
  tellOwner: (pageId: string) => Promise<void>;
};

const maxPagesAtOnce = 6;
const maxPagesListed = 200;
const firstPauseMs = 250;
const maxPauseMs = 30_000;
/** A page that has run for so long has got over its earlier failures. */
const healthyMs = 60_000;
const maxMovedAtOnce = 20;

/**
 * Which pages this node runs. There is one way to begin: take the lease with a higher epoch and read everything from the
 * tables. There is one way to recover: drop the page and begin again.
 */
export function createOwnership(deps: OwnershipDeps) {
  const { db, log, nodeId, pages } = deps;
  /** Pages between two owners, or between two lives on this node. */
  const moving = new Map<string, Promise<void>>();
  const failures = new Map<string, { count: number; retryAt: number; at: number }>();
  const inLine = limitConcurrency(maxPagesAtOnce);
  let isStopped = false;

  /** Does one thing at a time with a page. */
  function move(pageId: string, work: () => Promise<void>): void {
    const moved = work()
      .catch((error) => {
        countFailure(pageId);
        log.warn({ err: error, pageId }, "page not taken");
      })
      .finally(() => moving.delete(pageId));
    moving.set(pageId, moved);
  }

  function countFailure(pageId: string): void {
    const before = failures.get(pageId);
    const count = before && performance.now() - before.at < healthyMs ? before.count + 1 : 0;
    const pauseMs = Math.min(firstPauseMs * 2 ** Math.min(count, 10), maxPauseMs);
    failures.set(pageId, { count, at: performance.now(), retryAt: performance.now() + pauseMs });
  }

  const isPausing = (pageId: string) => (failures.get(pageId)?.retryAt ?? 0) > performance.now();

  async function take(pageId: string): Promise<void> {
    const epoch = deps.mayAct() ? await takeLease(db, pageId, nodeId) : undefined;
    if (epoch === undefined) return deps.tellOwner(pageId);
    failPoint("page.claimed");
    const page = await deps.open({ pageId, nodeId, epoch });
    if (!page) return releaseLease(db, { pageId, nodeId, epoch }, { isUnfinished: false });
    if (isStopped) return releaseLease(db, page.lease, { isUnfinished: true });
    pages.set(pageId, page);
    deps.onOpened(page);
  }

  /** Gives a page up after its calls under way have ended; `pass` says who has it next. */
  function giveUp(page: OwnedPage, pass: () => Promise<unknown>): void {
    const { pageId } = page.lease;
    pages.delete(pageId);
    move(pageId, async () => {
      await deps.close(page);
      await pass();
      failPoint("page.released");
    });
  }

  const release = (page: OwnedPage) =>
    giveUp(page, () => releaseLease(db, page.lease, { isUnfinished: !page.outgoing.isIdle() }));

  return {
    /** Runs the page if no other node does; otherwise tells the node that does. */
    wake(pageId: string): void {
      if (isStopped || moving.has(pageId) || isPausing(pageId)) return;
      move(pageId, () => inLine(() => take(pageId)));
    },
    /** Forgets what is in memory of a page. It is taken again from the tables, by this node or another. */
    drop(page: OwnedPage, why: string, error?: unknown): void {
      const { pageId } = page.lease;
      if (pages.get(pageId) !== page) return;
      log.warn({ err: error, pageId, why }, "page dropped");
      if (error !== undefined) countFailure(pageId);
      giveUp(page, async () => undefined);
    },
    /** Takes pages that nobody runs, and gives up those that have been idle. */
    async poll(): Promise<void> {
      const pausing = [...failures.keys()].filter(isPausing);
      const except = [...pages.keys(), ...moving.keys(), ...pausing];
      if (deps.mayAct()) {
        for (const pageId of await listPagesToTake(db, { nodeId, except, limit: maxPagesListed })) this.wake(pageId);
      }
      for (const page of [...pages.values()]) if (isIdle(page)) release(page);
    },
    /** Hands pages over to the node that runs the fewest, if it runs far fewer. */
    async balance(): Promise<void> {
      const nodes = (await countPagesByNode(db)).filter((node) => node.nodeId !== nodeId);
      const fewest = nodes.sort((one, other) => one.pages - other.pages)[0];
      if (!fewest || isStopped) return;
      const surplus = Math.min(Math.floor((pages.size - fewest.pages) / 2), maxMovedAtOnce);
      for (const page of [...pages.values()].slice(0, Math.max(0, surplus))) {
        giveUp(page, () => handOver(db, page.lease, fewest.nodeId));
      }
    },
    async stop(): Promise<void> {
      isStopped = true;
      for (const page of [...pages.values()]) release(page);
      await Promise.all(moving.values());
    },
  };
}

export type Ownership = ReturnType<typeof createOwnership>;
