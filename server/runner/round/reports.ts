import type { BareEvent, EchoEvent, ReportEvent, RetryEvent } from "@banter/core/flow/mail-event.ts";
import type { PlatformReport } from "../../store/runtime/messages/apply-report.ts";
import type { DroppedMessages } from "../../store/runtime/messages/failed.ts";
import type { Click, Receipt } from "../../store/runtime/messages/receipts.ts";

/** Reports on earlier messages. Applying one twice does no harm. */
export type Reports = {
  receipts: Receipt[];
  clicks: Click[];
  retries: { pageId: string; messageIds: RetryEvent["messageIds"] }[];
  drops: Drop[];
  platformReports: PlatformReport[];
  deletions: { pageId: string; psid: string; platformId: string }[];
  /** In the order in which they were made. */
  edits: { pageId: string; psid: string; platformId: string; text: string }[];
  /** Customers to be erased, with the mail that asks for it. */
  erasures: { pageId: string; psid: string; mailId: number }[];
};

/** Messages that are not to be sent any more: those named, or all that wait for a customer. */
export type Drop = { pageId: string; reason: "dropped" | "customer_blocked" } & DroppedMessages;

export const noReports = (): Reports => ({
  receipts: [],
  clicks: [],
  retries: [],
  drops: [],
  platformReports: [],
  deletions: [],
  edits: [],
  erasures: [],
});

const maxIds = 1000;

/** Plausible timestamps of a platform, in milliseconds. */
const earliestInstant = Date.UTC(2000, 0);
const latestInstant = Date.UTC(2100, 0);

type ReportMail = Extract<
  BareEvent,
  { type: "receipt" | "click" | "retry" | "drop" | "report" | "echo" | "edit" | "deletion" }
>;

/** Collects a report. Returns false if the event is not a report. */
export function collectReport(reports: Reports, pageId: string, psid: string, event: BareEvent): event is ReportMail {
  switch (event.type) {
    case "receipt": {
      const { deliveredThrough = 0, seenThrough = 0 } = event;
      reports.receipts.push({ pageId, psid, deliveredThrough, seenThrough });
      return true;
    }
    case "click":
      reports.clicks.push({ pageId, messageId: event.messageId, index: event.index });
      return true;
    case "retry":
      reports.retries.push({ pageId, messageIds: event.messageIds });
      return true;
    case "drop":
      reports.drops.push({ pageId, messageIds: event.messageIds, reason: "dropped" });
      return true;
    case "report":
      reports.platformReports.push(...reportsOf(pageId, psid, event));
      return true;
    case "echo":
      reports.platformReports.push(...echoOf(pageId, psid, event));
      return true;
    case "edit":
      reports.edits.push({ pageId, psid, platformId: event.platformId, text: event.text });
      return true;
    case "deletion":
      reports.deletions.push({ pageId, psid, platformId: event.platformId });
      return true;
    default:
      return false;
  }
}

/** The public API's name for a failure. */
export const reasonOf = (failure: string) => (failure === "outside_window" ? "outside_messaging_window" : failure);

function reportsOf(pageId: string, psid: string, event: ReportEvent): PlatformReport[] {
  const { status, about, reason, errorCode, mayRetryOnce } = event;
  const cause = {
    ...(reason !== undefined && { reason: reasonOf(reason) }),
    ...(errorCode !== undefined && { errorCode }),
    ...(mayRetryOnce && { mayRetryOnce }),
  };
  const common = { pageId, psid, status, ...cause };
  if ("platformIds" in about) return [{ ...common, platformIds: about.platformIds.slice(0, maxIds) }];
  if ("throughId" in about) return [{ ...common, platformIds: [about.throughId], isThrough: true }];
  if ("through" in about) {
    const isInstant = about.through >= earliestInstant && about.through <= latestInstant;
    return isInstant ? [{ ...common, through: about.through }] : [];
  }
  const { messageId, platformId } = about;
  if (!Number.isSafeInteger(messageId)) return [];
  return [{ ...common, messageId, ...(platformId !== undefined && { platformIds: [platformId] }) }];
}

/** An echo shows that the message was sent. Without our id it adds nothing to the platform's answer. */
function echoOf(pageId: string, psid: string, { messageId, platformId }: EchoEvent): PlatformReport[] {
  if (messageId === null || !Number.isSafeInteger(messageId)) return [];
  return [{ pageId, psid, status: "sent", messageId, platformIds: [platformId] }];
}
