import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { failPoint } from "../../fail-points.ts";
import type { Db } from "../../store/db/db.ts";
import { isDatabaseAway } from "../../store/db/errors.ts";
import { sharedStatement } from "../../store/db/shared-statement.ts";
import {
  claimLeases,
  countPagesByNode,
  type Lease,
  listLeasesOf,
  listPagesWithWork,
  type Release,
  releaseLeases,
  transferLease,
} from "../../store/runtime/leases.ts";
import { listLeaseEnds } from "../../store/runtime/nodes.ts";
import { limitConcurrency } from "./concurrency.ts";
import { isIdle, type OwnedPage } from "./page.ts";

export type OwnershipDeps = {
  db: Db;
  /** Connections of the hot path. */
  hotDb: Db;
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
  /** Lets every node look for pages to claim. */
  notifyNodes: () => Promise<void>;
  /** Reads the mailbox of a page that this node runs. */
  onDueMail: (page: OwnedPage) => void;
  /** Calls `look` soon. */
  lookSoon: () => void;
};

/** How often a node looks for pages without a notification. */
const lookMs = 5000;
/**
 * Just after a start it looks more often: the database may still carry out statements of a process that was killed, and
 * nobody notifies of what they store.
 */
const lookAfterStartMs = 1000;
const startMs = 30_000;
/** Two looks are this far apart, however many notifications there are. */
const apartMs = 200;
/** A page is claimed this long before its next timer is due, so that the timer is on time. */
const aheadMs = lookMs + 1000;
/** Profiles that wait for the platform are looked for when a set-up has changed, and this often anyway. */
const profilesMs = 60_000;

/** Pages that are opened at the same time share statements. */
const maxPagesAtOnce = 50;
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
  /** Of `#moving`: pages that may have to be claimed when that has ended. */
  readonly #wanted = new Set<string>();
  readonly #claimLease: (pageId: string) => Promise<number | undefined>;
  readonly #releaseLease: (release: Release) => Promise<void>;
  readonly #limited = limitConcurrency(maxPagesAtOnce);
  readonly #startedAt = performance.now();
  #lookedAt = Number.NEGATIVE_INFINITY;
  #profilesAt = 0;
  #isStopped = false;

  constructor(deps: OwnershipDeps) {
    this.#deps = deps;
    this.#claimLease = sharedStatement({
      groupOf: (pageId) => pageId,
      run: (pageIds: string[]) => claimLeases(deps.db, pageIds, deps.nodeId),
    });
    this.#releaseLease = sharedStatement({
      groupOf: ({ pageId }) => pageId,
      async run(releases: Release[]) {
        await releaseLeases(deps.db, releases);
        return releases.map(() => undefined);
      },
    });
  }

  /** Runs the page if no other node does; otherwise notifies the node that runs it. */
  wake(pageId: string): void {
    if (this.#isStopped || this.#isPausing(pageId)) return;
    if (this.#moving.has(pageId)) this.#wanted.add(pageId);
    else this.#move(pageId, "lease not acquired", () => this.#limited(() => this.#claim(pageId)));
  }

  /** Throws away the page's state in memory. This node or another claims the page again and reads the tables. */
  drop(page: OwnedPage, reason: string, error?: unknown): void {
    const { pageId } = page.lease;
    if (this.#deps.pages.get(pageId) !== page) return;
    this.#deps.log.warn({ err: error, pageId, reason }, "page dropped");
    this.#deps.onDropped(reason);
    if (error !== undefined) this.#countFailure(pageId, error);
    this.#giveUp(page, async () => undefined);
    this.#wanted.add(pageId);
  }

  /** The set-up of a page that this node does not run has changed: its platform may have to get the new profile. */
  setupChanged(): void {
    this.#profilesAt = 0;
    this.#deps.lookSoon();
  }

  /**
   * Compares this node's pages with their leases, claims pages that no node runs, and releases idle pages. Returns the
   * milliseconds until the next look: a node that sends no more heartbeats is found when its lease ends.
   */
  async look(): Promise<number> {
    const { db, nodeId, mayAct } = this.#deps;
    await sleep(Math.max(0, this.#lookedAt + apartMs - performance.now()));
    this.#lookedAt = performance.now();
    if (this.#isStopped || !mayAct()) return firstPauseMs;
    this.#sweep();
    const living = await listLeaseEnds(db);
    await this.#checkLeases();
    await this.#claimPagesWithWork(living.map(({ id }) => id));
    const others = living.filter(({ id }) => id !== nodeId);
    // Pages that are on their way to another node are not among its leases yet.
    if (others.length > 0 && this.#moving.size === 0) await this.#balance(others.map(({ id }) => id));
    const now = performance.now();
    const pauses = [...this.#failures.values()].map(({ retryAt }) => retryAt - now).filter((ms) => ms > 0);
    const nextMs = now - this.#startedAt < startMs ? lookAfterStartMs : lookMs;
    return Math.min(nextMs, ...others.map(({ endsInMs }) => endsInMs), ...pauses);
  }

  #sweep(): void {
    for (const page of [...this.#deps.pages.values()]) if (isIdle(page)) this.#release(page);
    for (const [pageId, { at }] of this.#failures)
      if (performance.now() - at > healthyMs) this.#failures.delete(pageId);
  }

  async #claimPagesWithWork(living: string[]): Promise<void> {
    const { hotDb, nodeId, pages, mayAct, onDueMail } = this.#deps;
    const withProfiles = this.#profilesAt <= performance.now();
    // Before the statement: a set-up may change while it runs.
    if (withProfiles) this.#profilesAt = performance.now() + profilesMs;
    while (mayAct() && !this.#isStopped) {
      const pausing = [...this.#failures.keys()].filter((pageId) => this.#isPausing(pageId));
      const except = [...this.#moving.keys(), ...pausing];
      const asked = { nodeId, living, aheadMs, withProfiles, except, limit: maxPagesListed };
      const found = await listPagesWithWork(hotDb, asked).catch((error) => {
        if (withProfiles) this.#profilesAt = 0;
        throw error;
      });
      for (const { id } of found) {
        const page = pages.get(id);
        if (page) onDueMail(page);
        else this.wake(id);
      }
      if (found.length < maxPagesListed || found.some(({ isOurs }) => isOurs)) return;
      // A node that has died may have run more pages than one list holds: they do not wait for the next look.
      await Promise.all(found.map(({ id }) => this.#moving.get(id)));
    }
  }

  /**
   * Drops pages whose lease has changed, and claims pages whose lease names this node though it does not run them. Every
   * write of a page notices a lost lease too, but a page may have nothing to write for long. A claim that timed out here
   * may still be carried out by the database, after this node has claimed again.
   */
  async #checkLeases(): Promise<void> {
    const { hotDb, nodeId, pages } = this.#deps;
    const owned = [...pages.values()];
    const known = new Set([...pages.keys(), ...this.#moving.keys()]);
    const leases = await listLeasesOf(hotDb, nodeId);
    for (const page of owned) if (leases.get(page.lease.pageId) !== page.lease.epoch) this.drop(page, "lease lost");
    for (const pageId of leases.keys()) if (!known.has(pageId) && !pages.has(pageId)) this.wake(pageId);
  }

  /** Hands pages over to the node that runs the fewest, if it runs far fewer. */
  async #balance(others: string[]): Promise<void> {
    const { db, pages, notifyNodes } = this.#deps;
    const nodes = await countPagesByNode(db, others);
    const fewest = nodes.sort((one, other) => one.pages - other.pages)[0];
    if (!fewest || this.#isStopped) return;
    const surplus = Math.min(Math.floor((pages.size - fewest.pages) / 2), maxMovedAtOnce);
    for (const page of [...pages.values()].slice(0, Math.max(0, surplus))) {
      this.#giveUp(page, async () => {
        if (await transferLease(db, page.lease, fewest.nodeId)) await notifyNodes();
      });
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const page of [...this.#deps.pages.values()]) this.#release(page);
    if (this.#moving.size === 0) return;
    await Promise.all(this.#moving.values());
    const { log, notifyNodes } = this.#deps;
    await notifyNodes().catch((error) => log.warn({ err: error }, "nodes not notified"));
  }

  async #claim(pageId: string): Promise<void> {
    const { nodeId, pages } = this.#deps;
    const epoch = this.#deps.mayAct() ? await this.#claimLease(pageId) : undefined;
    if (epoch === undefined) return this.#deps.notifyOwner(pageId);
    failPoint("page.claimed");
    const page = await this.#deps.open({ pageId, nodeId, epoch });
    if (!page) return this.#releaseLease({ pageId, nodeId, epoch, isUnfinished: false });
    if (this.#isStopped) return this.#releaseLease({ ...page.lease, isUnfinished: true });
    pages.set(pageId, page);
    this.#deps.onOpened(page);
  }

  #release(page: OwnedPage): void {
    this.#giveUp(page, () => this.#releaseLease({ ...page.lease, isUnfinished: !page.outgoing.isIdle() }));
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
        this.#wanted.add(pageId);
        this.#deps.log.warn({ err: error, pageId }, failure);
      })
      .finally(() => {
        this.#moving.delete(pageId);
        if (this.#wanted.delete(pageId)) this.#deps.lookSoon();
      });
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
