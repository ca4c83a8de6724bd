/** A platform's report on messages to one customer, named by any of its ids or ours, or by an instant. */
export type PlatformReport = {
  pageId: string;
  psid: string;
  status: "sent" | "delivered" | "seen" | "failed";
  platformIds?: string[];
  /** It is about all messages up to the one with that platform id. */
  isThrough?: true;
  messageId?: number;
  /** Epoch milliseconds. */
  through?: number;
  reason?: string;
  errorCode?: string;
  /** A second attempt may help. */
  mayRetryOnce?: true;
};

/** A message as far as reports concern it. `isSent` and `isDelivered`: it has the time of it, and was counted. */
export type ReportedMessage = {
  status: "queued" | "sending" | PlatformReport["status"];
  reason: string | null;
  platformId: string | null;
  isSent: boolean;
  isDelivered: boolean;
};

/** The new values of a message, and the amounts to add to the counters of its step. */
export type ReportedChange = {
  status: PlatformReport["status"];
  reason: string | null;
  errorCode: string | null;
  platformId: string | null;
  counts: { sent: -1 | 0 | 1; delivery: 0 | 1; seen: 0 | 1 };
};

type Report = Pick<PlatformReport, "status" | "platformIds" | "isThrough" | "reason" | "errorCode">;

/** From the one that says least to the one that says most. */
const stages = ["failed", "sent", "delivered", "seen"] as const;

/** The reports that move a message of each status. It moves forward only, and what has arrived cannot fail. */
const moves: Record<ReportedMessage["status"], readonly Report["status"][]> = {
  queued: stages,
  sending: stages,
  sent: ["failed", "delivered", "seen"],
  delivered: ["seen"],
  seen: [],
  failed: ["delivered", "seen"],
};

/** Applies a report to a message. Returns undefined if it changes nothing. */
export function applyReport(message: ReportedMessage, report: Report): ReportedChange | undefined {
  const { status } = report;
  // A message that failed by a timeout, but is reported to have been sent, has not failed.
  const hasArrivedLate = message.status === "failed" && message.reason === "timeout" && status === "sent";
  if (!moves[message.status].includes(status) && !hasArrivedLate) return undefined;
  const isFailed = status === "failed";
  const isDelivered = status === "delivered" || status === "seen";
  return {
    status,
    reason: isFailed ? (report.reason ?? "rejected") : null,
    errorCode: isFailed ? (report.errorCode ?? null) : null,
    platformId: message.platformId ?? onlyIdOf(report) ?? null,
    counts: {
      // A sent message that is reported to have failed is not counted as sent any more.
      sent: isFailed ? (message.isSent ? -1 : 0) : message.isSent ? 0 : 1,
      delivery: isDelivered && !message.isDelivered ? 1 : 0,
      seen: status === "seen" ? 1 : 0,
    },
  };
}

/** The reports of a batch on one message as one: the furthest counts, with all that any of them tells. */
export function joinReports([first, ...others]: readonly [Report, ...Report[]]): Report {
  return others.reduce((one, other) => {
    const platformId = greater(onlyIdOf(one), onlyIdOf(other));
    const reason = greater(one.reason, other.reason);
    const errorCode = greater(one.errorCode, other.errorCode);
    return {
      status: stages.indexOf(one.status) < stages.indexOf(other.status) ? other.status : one.status,
      ...(platformId !== undefined && { platformIds: [platformId] }),
      ...(reason !== undefined && { reason }),
      ...(errorCode !== undefined && { errorCode }),
    };
  }, first);
}

/** The platform's id of the message, if the report names just this one. */
const onlyIdOf = ({ platformIds, isThrough }: Report) =>
  !isThrough && platformIds?.length === 1 ? platformIds[0] : undefined;

/** Any rule will do that does not depend on the order of the reports. */
function greater(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one > other ? one : other;
}
