import { failPoint } from "../../fail-points.ts";
import { isDatabaseAway, isUnavailable } from "../../store/db/errors.ts";
import { splitBatch } from "../../store/db/split-batch.ts";
import { commitTurns } from "../../store/runtime/commit.ts";
import { findCustomersOf } from "../../store/runtime/due-mail.ts";
import { dropAll, type RunnerNode } from "../node.ts";
import { resolveEchoes } from "../outgoing/echoes.ts";
import type { OwnedPage } from "../pages/page.ts";
import type { LoadedSetup } from "../pages/setup.ts";
import { afterCommit, leaveForNextRound } from "./after-commit.ts";
import { clearCustomers } from "./clearing.ts";
import { splitAtErasures } from "./erasures.ts";
import { lookUpReferences } from "./interpret.ts";
import { type Item, type OpenItem, pageIdOf, pagesOf, spillItems } from "./item.ts";
import { park } from "./park.ts";
import { dequeueBulkMail, dequeueDirectMail, readMailbox } from "./read.ts";
import { buildRows } from "./rows.ts";
import { saveReports } from "./save-reports.ts";
import { startTurnSpans } from "./turn-spans.ts";
import { takeTurns } from "./turns.ts";

/** One batch is read while another is committed. A batch of bulk mail comes on top, so that no other mail waits for it. */
const maxBatches = 2;

/** A piece of mail that fails by itself this often is parked. */
const maxAttempts = 3;

/** Runs one round over all pages of this node. Returns the milliseconds until the next round is due. */
export async function runRound(node: RunnerNode): Promise<number> {
  if (!node.mayAct()) {
    dropAll(node, "heartbeat overdue");
    return 500;
  }
  const running = [...node.batches].filter((batch) => batch !== node.bulkBatch);
  if (running.length >= maxBatches) await Promise.race(running);
  const due = await readMailbox(node);
  // Nothing is awaited from here to the start of the batches: a page that is dropped waits for its batch.
  const current = due.filter(({ page }) => node.pages.get(page.lease.pageId) === page);
  const items = [...current, ...dequeueDirectMail(node, current.length)];
  for (const batch of Map.groupBy(items, (item) => node.batchKeyOf(pageIdOf(item))).values()) startBatch(node, batch);
  startBulkBatch(node);
  return millisecondsToNextRound(node);
}

/** The next batch is read and its turns are taken while the one before is being committed. */
function startBatch(node: RunnerNode, items: Item[]): Promise<void> {
  const pages = pagesOf(items);
  const batch = handleBatch(node, items).finally(() => {
    for (const page of pages) page.batch = undefined;
    node.batches.delete(batch);
    if (node.bulkBatch === batch) node.bulkBatch = undefined;
    node.wake();
  });
  for (const page of pages) page.batch = batch;
  node.batches.add(batch);
  return batch;
}

/** One at a time: the mail of customers goes on beside it, and on its own page after it. */
function startBulkBatch(node: RunnerNode): void {
  if (node.bulkBatch) return;
  const items = dequeueBulkMail(node);
  if (items.length > 0) node.bulkBatch = startBatch(node, items);
}

function millisecondsToNextRound({ pages, bulkBatch }: RunnerNode): number {
  let next = Number.POSITIVE_INFINITY;
  for (const { readAt, inbox, batch } of pages.values()) {
    // A round starts when this batch ends.
    if (batch) continue;
    if (inbox.hasMail() || (inbox.hasBulk() && !bulkBatch)) return 0;
    next = Math.min(next, readAt);
  }
  return next - performance.now();
}

/** Handles a batch. If the database is unreachable, the pages are dropped and claimed again when it is back. */
async function handleBatch(node: RunnerNode, items: Item[]): Promise<void> {
  try {
    await handleInParts(node, items);
  } catch (error) {
    // The commit may have succeeded anyway: callers get an error because the result is unknown.
    for (const { caller } of items) caller?.reject(error);
    for (const page of pagesOf(items)) node.drop(page, "batch failed", error);
  }
}

/** Retries a failed batch page by page, then by halves, down to single pieces of mail. */
async function handleInParts(node: RunnerNode, items: Item[], attempt = 1): Promise<void> {
  try {
    await handle(node, items);
  } catch (error) {
    node.deps.metrics.batchFailures.inc();
    if (isDatabaseAway(error)) throw error;
    const parts = splitBatch(items, pageIdOf);
    for (const part of parts) await handleInParts(node, part);
    const [item] = items;
    if (parts.length === 0 && item) await handleFailedMail(node, item, error, attempt);
  }
}

/** Sends direct mail to the mailbox table. Retries mail from the table, then parks it so that later mail can go on. */
async function handleFailedMail(node: RunnerNode, item: Item, error: unknown, attempt: number): Promise<void> {
  const { page, mail, caller } = item;
  if (caller) return page.inbox.spill([caller]);
  if (isUnavailable(error) && attempt < maxAttempts) return handleInParts(node, [item], attempt + 1);
  await park(node, page, mail, error);
}

/** The stages of a batch: look up customers, interpret, take turns, build rows, commit, follow up. */
async function handle(node: RunnerNode, items: Item[]): Promise<void> {
  const { metrics } = node.deps;
  const endBatch = metrics.batchSeconds.startTimer();
  const opened = await openItems(node, items);
  const setups = await loadSetups(node, opened);
  const { now: allowed, later } = splitAtErasures(opened.filter((item) => mayHandle(item, setups)));
  const { now: ready, later: unfinished } = await clearCustomers(node, allowed);
  if (ready.length === 0) return leaveForNextRound(unfinished);

  const resolved = await resolveEchoes(node, ready);
  const references = await lookUpReferences(node.db, resolved, setups);
  const turnsBeganAt = performance.now();
  const results = await takeTurns(resolved, setups, references, node.deps.log);
  metrics.turnSeconds.inc((performance.now() - turnsBeganAt) / 1000);
  results.notHandled.push(...later, ...unfinished);
  const endSpans = startTurnSpans(node, results, turnsBeganAt);
  const rows = await buildRows(results.pages, node.ids);
  await saveReports(node, results);

  const leases = results.pages.map(({ page }) => page.lease);
  failPoint("round.before-commit");
  const answer = await commitTurns(node.db, leases, rows).catch((error) => {
    node.ledger.uncalled.add(rows.messages.flatMap(({ id, status }) => (status === "sending" ? id : [])));
    throw error;
  });
  failPoint("round.after-commit");
  endBatch();
  endSpans(answer.committed);
  try {
    afterCommit(node, results, rows, answer);
  } catch (error) {
    // The batch is stored: a retry would handle it twice.
    for (const { page, items } of results.pages) {
      for (const { caller, mail } of items)
        if (answer.committed.has(page.lease.pageId)) caller?.resolve({ mailId: mail.id });
        else caller?.reject(error);
      node.drop(page, "follow-up of commit failed", error);
    }
  }
}

/** Looks up the customers. Sends direct mail that would overtake earlier mail to the mailbox table. */
async function openItems(node: RunnerNode, items: Item[]): Promise<OpenItem[]> {
  const mayGoOn = (item: Item) => !item.caller || !node.mailbox.isStoring(pageIdOf(item), item.mail.psid);
  spillItems(items.filter((item) => !mayGoOn(item)));
  const others = items.filter(mayGoOn);
  if (others.length === 0) return [];
  const asked = others.map(({ page, mail, caller }) => ({
    pageId: page.lease.pageId,
    psid: mail.psid,
    isDirect: caller !== undefined,
    key: caller?.key ?? null,
    otherKey: caller?.otherKey ?? null,
    sequence: caller?.order?.sequence ?? null,
  }));
  const found = await findCustomersOf(node.db, asked);
  const opened = others.map((item, index) => ({ ...item, found: found[index] as OpenItem["found"] }));
  const isRefused = ({ caller, found }: OpenItem) => caller && (found.isKnownKey || found.hasEarlierMail);
  spillItems(opened.filter(isRefused));
  const accepted = opened.filter((item) => !isRefused(item));
  const ids = await node.ids.take(accepted.filter(({ caller }) => caller).length);
  return accepted.map((item) => (item.caller ? { ...item, mail: { ...item.mail, id: ids.shift() ?? 0 } } : item));
}

/** The set-up of each page at its newest revision. Drops pages that were deleted. */
async function loadSetups(node: RunnerNode, items: OpenItem[]): Promise<Map<OwnedPage, LoadedSetup>> {
  const setups = new Map<OwnedPage, LoadedSetup>();
  for (const { page, found } of items) {
    if (setups.has(page)) continue;
    const loaded = found.revision === null ? undefined : await page.setup.at(found.revision);
    if (loaded) setups.set(page, loaded);
    else node.drop(page, "page deleted");
  }
  return setups;
}

/** False for timers of a paused page, which stay in the mailbox, and for mail of a deleted page. */
function mayHandle(item: OpenItem, setups: ReadonlyMap<OwnedPage, LoadedSetup>): boolean {
  const loaded = setups.get(item.page);
  if (!loaded && item.caller) spillItems([item]);
  const { type } = item.mail.event;
  const isTimer = type === "timer" || type === "hand_over_timeout" || type === "rule_due";
  return loaded !== undefined && !(isTimer && loaded.setup.isPaused);
}
