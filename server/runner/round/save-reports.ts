import { deleteMediaOf } from "../../domain/media/cleaning.ts";
import { eraseCustomer } from "../../store/customers/erasure.ts";
import type { PlatformReport } from "../../store/runtime/messages/apply-report.ts";
import { dropMessages, requeueMessages, requeueTriedOnce } from "../../store/runtime/messages/failed.ts";
import { listMessagesById } from "../../store/runtime/messages/messages.ts";
import { saveReports as savePlatformReports } from "../../store/runtime/messages/platform-reports.ts";
import { saveClicks, saveReceipts } from "../../store/runtime/messages/receipts.ts";
import type { RunnerNode } from "../node.ts";
import { redact, rewrite } from "./changed-messages.ts";
import type { Drop, Reports } from "./reports.ts";
import type { TurnResults } from "./turns.ts";

/**
 * Saves reports on earlier messages for all pages of a batch, before the commit of the turns. If the commit fails, the
 * reports are saved again, which does no harm.
 */
export async function saveReports(node: RunnerNode, { pages, reports }: TurnResults): Promise<void> {
  const { receipts, clicks, platformReports, edits, deletions, retries, drops, erasures } = reports;
  const leases = pages.map(({ page }) => page.lease);
  const told = pages.flatMap(({ page }) => (page.setup.tellsStates() ? page.lease.pageId : []));
  for (const { pageId, psid } of [...receipts, ...platformReports]) node.digester.onStates(pageId, psid);
  for (const { pageId, psid, status } of platformReports) if (status === "failed") node.digester.onRow(pageId, psid);
  if (receipts.length > 0) await saveReceipts(node.db, leases, receipts, told);
  if (clicks.length > 0) await saveClicks(node.db, leases, clicks);
  if (platformReports.length > 0) await applyPlatformReports(node, leases, platformReports, told);
  if (edits.length > 0) await rewrite(node, leases, edits);
  if (deletions.length > 0) await redact(node, leases, deletions);
  for (const { pageId, messageIds } of retries) {
    const page = node.pages.get(pageId);
    if (!page) continue;
    await requeueMessages(node.db, page.lease, messageIds);
    page.outgoing.readFromStart();
    await onListChanged(node, pageId, messageIds ?? []);
  }
  for (const each of drops) await drop(node, each);
  for (const erasure of erasures) await erase(node, erasure);
}

/** A message whose call is running cannot be dropped: its own outcome decides. */
async function drop(node: RunnerNode, { pageId, reason, ...which }: Drop): Promise<void> {
  const page = node.pages.get(pageId);
  if (!page) return;
  const running = page.outgoing.drop(which);
  // A message whose outcome is not in the table yet would look like one that waits.
  await node.ledger.flush();
  await dropMessages(node.db, page.lease, which, { reason, except: running, isTold: page.setup.tellsStates() });
  if ("messageIds" in which) await onListChanged(node, pageId, which.messageIds);
}

/** Messages were put into the list of failed ones, or taken out. */
async function onListChanged(node: RunnerNode, pageId: string, messageIds: number[]): Promise<void> {
  if (messageIds.length === 0) return;
  for (const { psid } of await listMessagesById(node.db, pageId, messageIds)) {
    node.digester.onStates(pageId, psid);
    node.digester.onRow(pageId, psid);
  }
}

/** Passes reports on messages that are being sent to the sender, and the others to the table. */
async function applyPlatformReports(
  node: RunnerNode,
  leases: Parameters<typeof savePlatformReports>[1],
  reports: PlatformReport[],
  told: string[],
): Promise<void> {
  await Promise.all(reports.map((report) => onRecipient(node, report)));
  const others = reports.filter((report) => !isForSender(node, report));
  if (others.length === 0) return;
  await node.ledger.flush();
  const { settled, unknown } = await savePlatformReports(node.db, leases, others, told);
  for (const [pageId, group] of Map.groupBy(settled, ({ pageId }) => pageId)) {
    node.pages.get(pageId)?.outgoing.remove(group.map(({ id }) => id));
  }
  for (const report of others) reportLater(node, report, unknown);
  await tryAgain(node, others);
}

/** Messages whose failure a second attempt often mends go back into the queue, once. */
async function tryAgain(node: RunnerNode, reports: PlatformReport[]): Promise<void> {
  const meant = reports.flatMap(({ pageId, messageId, mayRetryOnce }) =>
    mayRetryOnce && messageId !== undefined ? [{ pageId, messageId }] : [],
  );
  for (const [pageId, group] of Map.groupBy(meant, ({ pageId }) => pageId)) {
    const page = node.pages.get(pageId);
    if (!page) continue;
    const ids = group.map(({ messageId }) => messageId);
    if (await requeueTriedOnce(node.db, page.lease, ids)) page.outgoing.readFromStart();
  }
}

function onRecipient(node: RunnerNode, { pageId, psid, messageId }: PlatformReport): Promise<unknown> | undefined {
  return messageId === undefined ? undefined : node.pages.get(pageId)?.outgoing.onRecipient(psid, messageId);
}

/** True if the sender needs nothing else: it finishes messages that take several calls by itself. */
function isForSender(node: RunnerNode, { pageId, psid, messageId, status, platformIds }: PlatformReport): boolean {
  if (messageId === undefined || status === "failed") return false;
  const outgoing = node.pages.get(pageId)?.outgoing;
  const isKnown = outgoing?.onEcho(psid, messageId, platformIds?.[0] ?? `message ${messageId}`) ?? false;
  return isKnown && status === "sent";
}

/**
 * A platform may report on a message before it has answered the call that sent it: the report is applied after that.
 */
function reportLater(node: RunnerNode, report: PlatformReport, unknown: ReadonlySet<string>): void {
  const { pageId, psid, status, platformIds = [], isThrough, reason, errorCode, mayRetryOnce } = report;
  const ids = platformIds.filter((id) => unknown.has(id));
  const [first] = ids;
  if (first === undefined) return;
  const about = isThrough ? { throughId: first } : { platformIds: ids };
  const cause = { ...(reason && { reason }), ...(errorCode && { errorCode }), ...(mayRetryOnce && { mayRetryOnce }) };
  const event = { type: "report" as const, status, about, ...cause };
  node.pages.get(pageId)?.outgoing.afterCall(psid, () => {
    node.deps.accept({ pageId, psid, event }).catch(() => undefined);
  });
}

/** In memory first, so that no call starts meanwhile, and again behind the tables, from which messages are read. */
async function erase(node: RunnerNode, { pageId, psid, mailId }: Reports["erasures"][number]): Promise<void> {
  const page = node.pages.get(pageId);
  if (!page) return;
  node.digester.forget(pageId);
  await page.outgoing.forget(psid);
  await deleteMediaOf(node, pageId, psid);
  await eraseCustomer(node.db, page.lease, { psid, mailId });
  await page.outgoing.forget(psid);
}
