import type { Logger } from "pino";
import { failPoint } from "../../fail-points.ts";
import type { Db } from "../../store/db/db.ts";
import { isDatabaseAway } from "../../store/db/errors.ts";
import {
  claimLease,
  countPagesByNode,
  type Lease,
  listHeldPages,
  listPagesToClaim,
  releaseLease,
  transferLease,
} from "../../store/runtime/leases.ts";
import { limitConcurrency } from "./concurrency.ts";
import { isIdle, type OwnedPage } from "./page.ts";

export type OwnershipDeps = {
  db: Db;
  log: Logger;
  nodeId: string;
  pages: Map<string, OwnedPage>;
  mayAct: () => boolean;
  /** Builds a page from the tables; undefined if the page was deleted. */
  open: (lease: Lease) => Promise<OwnedPage | undefined>;
  /** Stops a page in memory, after its running calls have ended. */
  close: (page: OwnedPage) => Promise<void>;
  onOpened: (page: OwnedPage) => void;
  onDropped: (reason: string) => void;
  /** Notifies the node that runs the page that there is mail. */
  notifyOwner: (pageId: string) => Promise<void>;
};

const maxPagesAtOnce = 6;
const maxPagesListed = 200;
const firstPauseMs = 250;
const maxPauseMs = 30_000;
/** After this long without a failure, a page's failure count starts again at zero. */
const healthyMs = 60_000;
const maxMovedAtOnce = 20;

/**
 * Claims, releases and balances the pages of this node. There is one way to start a page: claim the lease with a higher
 * epoch and read everything from the tables. There is one way to recover: drop the page and start it again.
 */
export class Ownership {
  readonly #deps: OwnershipDeps;
  /** Pages that are being claimed or given up. */
  readonly #moving = new Map<string, Promise<void>>();
  readonly #failures = new Map<string, { count: number; retryAt: number; at: number }>();
  readonly #limited = limitConcurrency(maxPagesAtOnce);
  #isStopped = false;

  constructor(deps: OwnershipDeps) {
    this.#deps = deps;
  }

  /** Runs the page if no other node does; otherwise notifies the node that runs it. */
  wake(pageId: string): void {
    if (this.#isStopped || this.#moving.has(pageId) || this.#isPausing(pageId)) return;
    this.#move(pageId, "lease not acquired", () => this.#limited(() => this.#claim(pageId)));
  }

  /** Throws away the page's state in memory. This node or another claims the page again and reads the tables. */
  drop(page: OwnedPage, reason: string, error?: unknown): void {
    const { pageId } = page.lease;
    if (this.#deps.pages.get(pageId) !== page) return;
    this.#deps.log.warn({ err: error, pageId, reason }, "page dropped");
    this.#deps.onDropped(reason);
    if (error !== undefined) this.#countFailure(pageId, error);
    this.#giveUp(page, async () => undefined);
  }

  /** Claims pages that no node runs, and releases idle pages. */
  async poll(): Promise<void> {
    for (const page of [...this.#deps.pages.values()]) if (isIdle(page)) this.#release(page);
    for (const [pageId, { at }] of this.#failures)
      if (performance.now() - at > healthyMs) this.#failures.delete(pageId);
    while (this.#deps.mayAct() && !this.#isStopped) {
      const listed = await this.#listPagesToClaim();
      for (const pageId of listed) this.wake(pageId);
      if (listed.length < maxPagesListed) return;
      // A node that has died may have run more pages than one list holds: they do not wait for the next poll.
      await Promise.all(listed.map((pageId) => this.#moving.get(pageId)));
    }
  }

  #listPagesToClaim(): Promise<string[]> {
    const { db, nodeId, pages } = this.#deps;
    const pausing = [...this.#failures.keys()].filter((pageId) => this.#isPausing(pageId));
    const except = [...pages.keys(), ...this.#moving.keys(), ...pausing];
    return listPagesToClaim(db, { nodeId, except, limit: maxPagesListed });
  }

  /**
   * Drops pages whose lease has changed. Every write of a page notices that too, but a page may have nothing to write
   * for long. A claim that timed out here may still be carried out by the database, after this node has claimed again.
   */
  async checkLeases(): Promise<void> {
    const { db, pages } = this.#deps;
    const owned = [...pages.values()];
    if (owned.length === 0) return;
    const leases = owned.map(({ lease }) => lease);
    const held = await listHeldPages(db, leases);
    for (const page of owned) if (!held.has(page.lease.pageId)) this.drop(page, "lease lost");
  }

  /** Hands pages over to the node that runs the fewest, if it runs far fewer. */
  async balance(): Promise<void> {
    const { db, nodeId, pages } = this.#deps;
    const nodes = (await countPagesByNode(db)).filter((node) => node.nodeId !== nodeId);
    const fewest = nodes.sort((one, other) => one.pages - other.pages)[0];
    if (!fewest || this.#isStopped) return;
    const surplus = Math.min(Math.floor((pages.size - fewest.pages) / 2), maxMovedAtOnce);
    for (const page of [...pages.values()].slice(0, Math.max(0, surplus))) {
      this.#giveUp(page, () => transferLease(db, page.lease, fewest.nodeId));
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const page of [...this.#deps.pages.values()]) this.#release(page);
    await Promise.all(this.#moving.values());
  }

  async #claim(pageId: string): Promise<void> {
    const { db, nodeId, pages } = this.#deps;
    const epoch = this.#deps.mayAct() ? await claimLease(db, pageId, nodeId) : undefined;
    if (epoch === undefined) return this.#deps.notifyOwner(pageId);
    failPoint("page.claimed");
    const page = await this.#deps.open({ pageId, nodeId, epoch });
    if (!page) return releaseLease(db, { pageId, nodeId, epoch }, { isUnfinished: false });
    if (this.#isStopped) return releaseLease(db, page.lease, { isUnfinished: true });
    pages.set(pageId, page);
    this.#deps.onOpened(page);
  }

  #release(page: OwnedPage): void {
    this.#giveUp(page, () => releaseLease(this.#deps.db, page.lease, { isUnfinished: !page.outgoing.isIdle() }));
  }

  /** Gives a page up after its running calls have ended; `release` then changes the lease. */
  #giveUp(page: OwnedPage, release: () => Promise<unknown>): void {
    const { pageId } = page.lease;
    this.#deps.pages.delete(pageId);
    this.#move(pageId, "lease not released", async () => {
      await this.#deps.close(page);
      await release();
      failPoint("page.released");
    });
  }

  /** Runs one claim or release at a time for each page. */
  #move(pageId: string, failure: string, work: () => Promise<void>): void {
    const moved = work()
      .catch((error) => {
        this.#countFailure(pageId, error);
        this.#deps.log.warn({ err: error, pageId }, failure);
      })
      .finally(() => this.#moving.delete(pageId));
    this.#moving.set(pageId, moved);
  }

  /** A page that fails repeatedly waits longer each time. An unreachable database does not count against the page. */
  #countFailure(pageId: string, error: unknown): void {
    const now = performance.now();
    const before = this.#failures.get(pageId);
    const count = before && now - before.at < healthyMs && !isDatabaseAway(error) ? before.count + 1 : 0;
    const pauseMs = Math.min(firstPauseMs * 2 ** Math.min(count, 10), maxPauseMs);
    this.#failures.set(pageId, { count, at: now, retryAt: now + pauseMs });
  }

  #isPausing(pageId: string): boolean {
    return (this.#failures.get(pageId)?.retryAt ?? 0) > performance.now();
  }
}
