import type { ClickEvent, DeletionEvent, EchoEvent, MailEvent, ReportEvent, RetryEvent } from "../mailbox/event.ts";
import type { Receipt } from "../store/messages.ts";
import type { PlatformReport } from "../store/platform-reports.ts";
import { reasonOf } from "./attempt.ts";

/** What mail tells of messages sent or received earlier. Each can be done twice without harm. */
export type Reports = {
  receipts: Receipt[];
  clicks: Pick<ClickEvent, "messageId" | "index">[];
  retries: RetryEvent["messageIds"][];
  told: PlatformReport[];
  deletions: { psid: string; platformId: string }[];
};

export const noReports = (): Reports => ({ receipts: [], clicks: [], retries: [], told: [], deletions: [] });

const mostIds = 1000;

/** Keeps a report for after the turns. Returns false where the mail is none. */
export function setAside(reports: Reports, psid: string, event: MailEvent): boolean {
  switch (event.type) {
    case "receipt": {
      const { deliveredThrough = 0, seenThrough = 0 } = event;
      reports.receipts.push({ psid, deliveredThrough, seenThrough });
      return true;
    }
    case "click":
      reports.clicks.push({ messageId: event.messageId, index: event.index });
      return true;
    case "retry":
      reports.retries.push(event.messageIds);
      return true;
    case "report":
      reports.told.push(...reportsOf(psid, event));
      return true;
    case "echo":
      reports.told.push(...echoOf(psid, event));
      return true;
    case "deletion":
      reports.deletions.push({ psid, platformId: event.platformId });
      return true;
    default:
      return false;
  }
}

/** Whether an event is what the customer has taken back. */
export const isDeleted = (event: { type: string; key?: string }, { platformId }: DeletionEvent) =>
  event.type === "message" && event.key === platformId;

function reportsOf(psid: string, { status, about, reason }: ReportEvent): PlatformReport[] {
  const common = { psid, status, ...(reason !== undefined && { reason: reasonOf(reason) }) };
  if ("platformIds" in about) return [{ ...common, platformIds: about.platformIds.slice(0, mostIds) }];
  if ("through" in about) return Number.isFinite(about.through) ? [{ ...common, through: about.through }] : [];
  const { messageId, platformId } = about;
  if (!Number.isSafeInteger(messageId)) return [];
  return [{ ...common, messageId, ...(platformId !== undefined && { platformIds: [platformId] }) }];
}

/** What the platform echoes, it has sent. Without an id of ours, the id of its own was told by its answer. */
function echoOf(psid: string, { messageId, platformId }: EchoEvent): PlatformReport[] {
  if (messageId === null || !Number.isSafeInteger(messageId)) return [];
  return [{ psid, status: "sent", messageId, platformIds: [platformId] }];
}
