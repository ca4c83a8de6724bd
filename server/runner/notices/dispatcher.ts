import type { Deps } from "../../deps.ts";
import { noticesOf } from "../../domain/notifications/recipients.ts";
import { findAssignee } from "../../store/conversations/conversations.ts";
import { databaseNow } from "../../store/health/database-clock.ts";
import {
  claimNotices,
  type DueNotice,
  deleteNotice,
  insertNotices,
  listDueNotices,
  type Notice,
  retryNotice,
} from "../../store/notifications/notices.ts";
import { listRecipients } from "../../store/notifications/notification-choices.ts";
import { findWays, setFailure } from "../../store/notifications/notification-ways.ts";
import { listNew, takeNew } from "../../store/notifications/notifications.ts";
import { startClaimLoop } from "../claim-loop.ts";
import { type NoticeDeps, type NoticeResult, sendNotice } from "./send-notice.ts";

export type DispatcherDeps = NoticeDeps & Pick<Deps, "log" | "live">;

const batchSize = 50;
/** Waits before the next attempts. After these the notice is given up: it stays in the bell's list. */
const retrySeconds = [5, 30, 120, 600, 3600];
/** A notice that was claimed so often without an outcome is given up too: each time, its node has died. */
const maxClaims = 20;

/**
 * Turns new notifications into notices and sends them. Any number of nodes do so at the same time: each claims what it
 * handles. A notice whose node dies is claimed again, so it may arrive twice, but it is not lost.
 */
export function startDispatcher(deps: DispatcherDeps): { wake(): void; stop(): Promise<void> } {
  const { db, log } = deps;
  const place = { after: "" };
  return startClaimLoop<DueNotice, Notice>({
    prepare: () => expand(deps, place),
    list: (limit, full) =>
      listDueNotices(db, { limit, pageIds: namesIn(full, "page"), userIds: namesIn(full, "user") }),
    claim: (due) => claimNotices(db, due),
    handle: (notice) => handle(deps, notice),
    idOf: ({ id }) => String(id),
    // A test of a user's own belongs to no page.
    sharersOf: ({ pageId, userId }) => [...(pageId ? [`page ${pageId}`] : []), ...(userId ? [`user ${userId}`] : [])],
    onError: (error) => log.warn({ err: error }, "notifications not sent"),
  });
}

const namesIn = (sharers: string[], kind: "page" | "user") =>
  sharers.flatMap((sharer) => (sharer.startsWith(`${kind} `) ? [sharer.slice(kind.length + 1)] : []));

/** Turns the new notifications of the next pages into notices. Returns true if there may be more. */
async function expand(deps: DispatcherDeps, place: { after: string }): Promise<boolean> {
  const { after } = place;
  const found = await listNew(deps.db, { after, limit: batchSize });
  // Also if the rest fails: then the next pages are not held up.
  place.after = found.at(-1)?.pageId ?? "";
  if (found.length === 0) return after !== "";
  const taken = await deps.db.transact(async (db) => {
    const taken = await takeNew(db, found);
    for (const [pageId, news] of Map.groupBy(taken, ({ pageId }) => pageId)) {
      const audience = {
        recipients: await listRecipients(db, pageId),
        ways: await findWays(db, pageId),
        canSendEmail: deps.config.mail !== undefined,
        now: new Date(databaseNow()),
      };
      for (const notification of news) {
        const { psid } = notification;
        const assignee = psid === null ? null : await findAssignee(db, pageId, psid);
        await insertNotices(db, noticesOf(notification, { ...audience, assignee }));
      }
    }
    return taken;
  });
  for (const { pageId, id } of taken) deps.live.publish(pageId, { type: "notification", id });
  return true;
}

async function handle(deps: DispatcherDeps, notice: Notice): Promise<void> {
  const { db, log } = deps;
  const { pageId, way, attempts } = notice;
  if (attempts > maxClaims) {
    log.error({ pageId, way, attempts }, "notice given up");
    return deleteNotice(db, notice);
  }
  const answer = await attempt(deps, notice);
  const failure = answer.result === "failed" ? answer.reason : null;
  if ((way === "telegram" || way === "webhook") && answer.result !== "gone") await setFailure(db, pageId, way, failure);
  const waitSeconds = retrySeconds[attempts - 1];
  if (failure === null) return deleteNotice(db, notice);
  log.warn({ pageId, way, reason: failure, attempts }, "notice not sent");
  await (waitSeconds === undefined ? deleteNotice(db, notice) : retryNotice(db, notice, waitSeconds));
}

/** An error is a failed attempt like any other: it is counted, so that the notice comes to an end. */
async function attempt(deps: DispatcherDeps, notice: Notice): Promise<NoticeResult> {
  try {
    return await sendNotice(deps, notice);
  } catch (error) {
    deps.log.warn({ err: error, pageId: notice.pageId, way: notice.way }, "attempt at a notice failed");
    return { result: "failed", reason: "internal error" };
  }
}
