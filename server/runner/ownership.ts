import type { Logger } from "pino";
import { failPoint } from "../fail-points.ts";
import {
  countPagesByNode,
  handOver,
  type Lease,
  listPagesToTake,
  releaseLease,
  takeLease,
} from "../store/conversations/leases.ts";
import type { Db } from "../store/db/db.ts";
import { isDatabaseAway } from "../store/db/errors.ts";
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
export class Ownership {
  readonly #deps: OwnershipDeps;
  /** Pages between two owners, or between two lives on this node. */
  readonly #moving = new Map<string, Promise<void>>();
  readonly #failures = new Map<string, { count: number; retryAt: number; at: number }>();
  readonly #inLine = limitConcurrency(maxPagesAtOnce);
  #isStopped = false;

  constructor(deps: OwnershipDeps) {
    this.#deps = deps;
  }

  /** Runs the page if no other node does; otherwise tells the node that does. */
  wake(pageId: string): void {
    if (this.#isStopped || this.#moving.has(pageId) || this.#isPausing(pageId)) return;
    this.#move(pageId, () => this.#inLine(() => this.#take(pageId)));
  }

  /** Forgets what is in memory of a page. It is taken again from the tables, by this node or another. */
  drop(page: OwnedPage, why: string, error?: unknown): void {
    const { pageId } = page.lease;
    if (this.#deps.pages.get(pageId) !== page) return;
    this.#deps.log.warn({ err: error, pageId, why }, "page dropped");
    if (error !== undefined) this.#countFailure(pageId, error);
    this.#giveUp(page, async () => undefined);
  }

  /** Takes pages that nobody runs, and gives up those that have been idle. */
  async poll(): Promise<void> {
    const { db, nodeId, pages, mayAct } = this.#deps;
    const pausing = [...this.#failures.keys()].filter((pageId) => this.#isPausing(pageId));
    const except = [...pages.keys(), ...this.#moving.keys(), ...pausing];
    if (mayAct()) {
      for (const pageId of await listPagesToTake(db, { nodeId, except, limit: maxPagesListed })) this.wake(pageId);
    }
    for (const page of [...pages.values()]) if (isIdle(page)) this.#release(page);
    for (const [pageId, { at }] of this.#failures)
      if (performance.now() - at > healthyMs) this.#failures.delete(pageId);
  }

  /** Hands pages over to the node that runs the fewest, if it runs far fewer. */
  async balance(): Promise<void> {
    const { db, nodeId, pages } = this.#deps;
    const nodes = (await countPagesByNode(db)).filter((node) => node.nodeId !== nodeId);
    const fewest = nodes.sort((one, other) => one.pages - other.pages)[0];
    if (!fewest || this.#isStopped) return;
    const surplus = Math.min(Math.floor((pages.size - fewest.pages) / 2), maxMovedAtOnce);
    for (const page of [...pages.values()].slice(0, Math.max(0, surplus))) {
      this.#giveUp(page, () => handOver(db, page.lease, fewest.nodeId));
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const page of [...this.#deps.pages.values()]) this.#release(page);
    await Promise.all(this.#moving.values());
  }

  async #take(pageId: string): Promise<void> {
    const { db, nodeId, pages } = this.#deps;
    const epoch = this.#deps.mayAct() ? await takeLease(db, pageId, nodeId) : undefined;
    if (epoch === undefined) return this.#deps.tellOwner(pageId);
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

  /** Gives a page up after its calls under way have ended; `pass` says who has it next. */
  #giveUp(page: OwnedPage, pass: () => Promise<unknown>): void {
    const { pageId } = page.lease;
    this.#deps.pages.delete(pageId);
    this.#move(pageId, async () => {
      await this.#deps.close(page);
      await pass();
      failPoint("page.released");
    });
  }

  /** Does one thing at a time with a page. */
  #move(pageId: string, work: () => Promise<void>): void {
    const moved = work()
      .catch((error) => {
        this.#countFailure(pageId, error);
        this.#deps.log.warn({ err: error, pageId }, "page not taken");
      })
      .finally(() => this.#moving.delete(pageId));
    this.#moving.set(pageId, moved);
  }

  /**
   * A page that fails again and again waits longer each time, so that others get their turn. That the database is away
   * is no fault of the page.
   */
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
