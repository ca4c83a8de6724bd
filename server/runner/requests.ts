import { setTimeout as sleep } from "node:timers/promises";
import type { RequestAnswer } from "@banter/core/flow/event.ts";
import type { Deps } from "../deps.ts";
import { guardedRequest } from "../outbound/guarded-request.ts";
import type { Lease } from "../store/leases.ts";
import { beginRequest, type FlowRequest, listRequestIds, saveAnswer } from "../store/requests.ts";

export type RequestRunner = {
  /** Takes up requests that a commit has just stored. */
  add(lease: Lease, rows: { id: number; psid: string; request: unknown }[]): void;
  /** Takes up what an earlier owner of the page left. */
  resume(lease: Lease): Promise<void>;
  /** Starts nothing more and waits for what is under way. Its answers are stored if the leases still hold. */
  stop(): Promise<void>;
};

const mostAtOnce = 8;
const mostOfOnePage = 4;
const mostAttempts = 3;

/**
 * Makes the calls that flows ask for, outside of their turns: each answer comes back as mail. Only ids wait in memory;
 * the rows are the record, and what is not answered here is called again by the page's next owner.
 */
export function requestRunner({ db, config, log }: RequestDeps, wake: (pageId: string) => void): RequestRunner {
  const pages = new Map<string, Page>();
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();

  function enqueue(lease: Lease, ids: number[]): void {
    if (ids.length === 0) return;
    const page = pages.get(lease.pageId) ?? { lease, waiting: new Set(), running: new Set() };
    pages.set(lease.pageId, page);
    // Of a page that was lost and taken anew, what still runs is answered under the new lease.
    page.lease = lease;
    for (const id of ids) if (!page.running.has(id)) page.waiting.add(id);
    pump();
  }

  function pump(): void {
    while (!stopping.signal.aborted && running.size < mostAtOnce) {
      const page = nextPage();
      const [id] = page?.waiting ?? [];
      if (!page || id === undefined) return;
      page.waiting.delete(id);
      page.running.add(id);
      const work = run(page, id).finally(() => {
        running.delete(work);
        page.running.delete(id);
        if (page.waiting.size + page.running.size === 0) pages.delete(page.lease.pageId);
        pump();
      });
      running.add(work);
    }
  }

  /** Pages take turns: the one that is served goes to the end of the line. */
  function nextPage(): Page | undefined {
    for (const [pageId, page] of pages) {
      if (page.waiting.size === 0 || page.running.size >= mostOfOnePage) continue;
      pages.delete(pageId);
      pages.set(pageId, page);
      return page;
    }
    return undefined;
  }

  async function run(page: Page, id: number): Promise<void> {
    const begun = await underLease(page, (lease) => beginRequest(db, lease, id));
    if (!begun?.request) return;
    const answer = await answerTo(begun.request, begun.attempts ?? 0);
    const { runId, turn } = begun.request;
    // Until it is stored an answer counts as running, so that few are held in memory.
    const isStored = await underLease(page, async (lease) => {
      return (await saveAnswer(db, lease, id, { type: "answer", runId, turn, answer })) || undefined;
    });
    if (isStored) wake(page.lease.pageId);
  }

  async function answerTo(request: FlowRequest, attempts: number): Promise<RequestAnswer> {
    // It seems to bring down whoever makes it.
    if (attempts > mostAttempts) return { ok: false, reason: "unreachable" };
    return guardedRequest(request, { allow: config.allowPrivateHosts });
  }

  /**
   * Repeats what the database does not take, under the lease that the page has by then. Undefined where the page and
   * its rows are somebody else's, or where we stop.
   */
  async function underLease<Result>(page: Page, work: (lease: Lease) => Promise<Result | undefined>) {
    for (let waitMs = 250; ; waitMs = Math.min(waitMs * 2, 5000)) {
      const { lease } = page;
      try {
        const result = await work(lease);
        if (result !== undefined) return result;
        if (page.lease !== lease) continue;
        page.waiting.clear();
        return undefined;
      } catch (error) {
        log.warn({ err: error, pageId: lease.pageId }, "request waits for the database");
        if (stopping.signal.aborted) return undefined;
        await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  return {
    add(lease, rows) {
      const ids = rows.map(({ id }) => id);
      enqueue(lease, ids);
    },
    async resume(lease) {
      enqueue(lease, await listRequestIds(db, lease.pageId));
    },
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

export type RequestDeps = Pick<Deps, "db" | "log"> & { config: Pick<Deps["config"], "allowPrivateHosts"> };

type Page = { lease: Lease; waiting: Set<number>; running: Set<number> };
