import type { Lease } from "../../store/runtime/leases.ts";
import { type CallShare, callShare, type StartedCall } from "../calls/call-share.ts";

/** A page with requests. `lease` is its newest lease: answers of running requests are stored under it. */
export type RequestPage = { lease: Lease; waiting: Set<number>; running: Set<number>; share: CallShare };

/** A request that may start now. */
export type Turn = { page: RequestPage; id: number; call: StartedCall };

/** The share of a page whose servers hang shrinks to `min`. */
type PageShare = Parameters<typeof callShare>[0];

/** Queues requests. Each page runs only a few at a time, and pages take turns. Only ids wait in memory. */
export function requestLine(max: number, pageShare: PageShare = { max: 4, min: 2, slowMs: 2000 }) {
  const pages = new Map<string, RequestPage>();
  let running = 0;

  /** Round robin: the page that is served moves to the end. */
  function nextPage(): RequestPage | undefined {
    for (const [pageId, page] of pages) {
      if (page.waiting.size === 0 || !page.share.mayStart()) continue;
      pages.delete(pageId);
      pages.set(pageId, page);
      return page;
    }
    return undefined;
  }

  return {
    add(lease: Lease, ids: number[]): void {
      if (ids.length === 0) return;
      const known = pages.get(lease.pageId);
      const page = known ?? { lease, waiting: new Set(), running: new Set(), share: callShare(pageShare) };
      pages.set(lease.pageId, page);
      page.lease = lease;
      for (const id of ids) if (!page.running.has(id)) page.waiting.add(id);
    },
    next(): Turn | undefined {
      const page = running < max ? nextPage() : undefined;
      const [id] = page?.waiting ?? [];
      if (!page || id === undefined) return undefined;
      page.waiting.delete(id);
      page.running.add(id);
      running++;
      return { page, id, call: page.share.started() };
    },
    ended({ page, id, call }: Turn): void {
      running--;
      page.running.delete(id);
      page.share.ended(call);
      if (page.waiting.size + page.running.size === 0) pages.delete(page.lease.pageId);
    },
  };
}

export type RequestLine = ReturnType<typeof requestLine>;
