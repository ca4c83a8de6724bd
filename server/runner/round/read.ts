import { readDueMail } from "../../store/runtime/due-mail.ts";
import type { RunnerNode } from "../node.ts";
import type { DirectMail } from "../pages/inbox.ts";
import type { OwnedPage } from "../pages/page.ts";
import { gatherAlbums } from "./album-mail.ts";
import { type Item, isReadable } from "./item.ts";
import { park } from "./park.ts";

/**
 * How much mail one round handles: large enough that many share a commit, small enough that a round blocks the event
 * loop for only a few milliseconds.
 */
const roundSize = 128;
const minPerPage = 4;
/** Applies to a page that is alone with its queue too, because mail of other pages has to wait for this round's end. */
const maxPerPage = 48;

/**
 * Rows of the mailbox that are due. Every page gets the same share, so that a page with a long queue delays no other
 * page. Pages whose mail is being handled are left out.
 */
export async function readMailbox(node: RunnerNode): Promise<Item[]> {
  const now = performance.now();
  const pages = [...node.pages.values()].filter(({ readAt, batch }) => readAt <= now && !batch);
  if (pages.length === 0) return [];
  // The pages that have waited longest come first.
  const chosen = pages.sort((one, other) => one.readAt - other.readAt).slice(0, roundSize / minPerPage);
  for (const page of chosen) page.readAt = Number.POSITIVE_INFINITY;
  const asked = chosen.map(({ lease, setup }) => ({
    pageId: lease.pageId,
    isPaused: setup.current()?.setup.isPaused ?? false,
  }));
  const { mail, nextDueMs } = await readDue(node, asked, shareOf(chosen.length)).catch((error) => {
    // Nothing else would make these pages read again: what is due in them would wait for other mail.
    for (const page of chosen) readAgainIn(page, 0);
    throw error;
  });
  for (const page of chosen) {
    const waitMs = nextDueMs.get(page.lease.pageId) ?? Number.POSITIVE_INFINITY;
    readAgainIn(page, waitMs);
  }
  return mail.flatMap(({ pageId, ...each }) => {
    const page = node.pages.get(pageId);
    return page ? [{ page, mail: each }] : [];
  });
}

async function readDue(node: RunnerNode, asked: { pageId: string; isPaused: boolean }[], limit: number) {
  const { mail, nextDueMs } = await readDueMail(node.db, asked, limit);
  for (const { pageId, ...each } of mail.filter((due) => !isReadable(due))) {
    const page = node.pages.get(pageId);
    if (page) await park(node, page, each, new Error("The mail holds no event."));
  }
  return { mail: await gatherAlbums(node.db, mail.filter(isReadable)), nextDueMs };
}

/** Plans to read the page's mailbox after `waitMs`, unless an earlier time is planned already. */
export function readAgainIn(page: OwnedPage, waitMs: number): void {
  page.readAt = Math.min(page.readAt, performance.now() + waitMs);
}

const shareOf = (pages: number) => Math.min(maxPerPage, Math.max(minPerPage, Math.floor(roundSize / pages)));

/** Bulk mail of one batch: a customer who writes to its page meanwhile waits for its end. */
const bulkSize = 32;
/** The same while other mail is being handled, whose turns and statements would become slower. */
const bulkSizeBesides = 8;

/** Direct mail, with little of the bulk mail, for a round that has `taken` pieces already, shared among pages in the same way. */
export function dequeueDirectMail(node: RunnerNode, taken: number): Item[] {
  const pages = [...node.pages.values()].filter(({ inbox, batch }) => inbox.hasMail() && !batch);
  const share = shareOf(pages.length);
  const items: Item[] = [];
  // The page whose direct mail has waited longest comes first.
  for (const page of pages.sort((one, other) => one.lastWorkAt - other.lastWorkAt)) {
    if (taken + items.length >= roundSize) break;
    // A little bulk mail goes with it: on a page that always has other mail, it would never get its turn.
    const callers = [...page.inbox.dequeue(share), ...page.inbox.dequeueBulk(minPerPage)];
    items.push(...callers.map((caller) => itemOf(page, caller)));
    page.lastWorkAt = performance.now();
  }
  return items;
}

/** Bulk mail of one page, for a batch of its own. Pages take turns. */
export function dequeueBulkMail(node: RunnerNode): Item[] {
  const pages = [...node.pages.values()].filter(({ inbox, batch }) => inbox.hasBulk() && !batch);
  const [page] = pages.sort((one, other) => one.lastBulkAt - other.lastBulkAt);
  if (!page) return [];
  page.lastBulkAt = page.lastWorkAt = performance.now();
  return page.inbox
    .dequeueBulk(node.batches.size > 0 ? bulkSizeBesides : bulkSize)
    .map((caller) => itemOf(page, caller));
}

const itemOf = (page: OwnedPage, caller: DirectMail): Item => ({
  page,
  mail: { id: 0, psid: caller.psid, event: caller.event },
  caller,
});
