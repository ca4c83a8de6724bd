import { readDueMail } from "../../store/runtime/due-mail.ts";
import type { RunnerNode } from "../node.ts";
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

/** Direct mail for a round that has `taken` pieces already, shared among pages in the same way. */
export function dequeueDirectMail(node: RunnerNode, taken: number): Item[] {
  const pages = [...node.pages.values()].filter(({ inbox, batch }) => !inbox.isEmpty() && !batch);
  const share = shareOf(pages.length);
  const items: Item[] = [];
  // The page whose direct mail has waited longest comes first.
  for (const page of pages.sort((one, other) => one.lastWorkAt - other.lastWorkAt)) {
    if (taken + items.length >= roundSize) break;
    for (const caller of page.inbox.dequeue(share)) {
      items.push({ page, mail: { id: 0, psid: caller.psid, event: caller.event }, caller });
    }
    page.lastWorkAt = performance.now();
  }
  return items;
}
