import type { Deps } from "../../deps.ts";
import { noticesOf } from "../../domain/notifications/recipients.ts";
import { findAssignee } from "../../store/inbox/conversations.ts";
import {
  claimNotices,
  deleteNotice,
  insertNotices,
  type Notice,
  retryNotice,
} from "../../store/notifications/notices.ts";
import { listRecipients } from "../../store/notifications/notification-choices.ts";
import { findWays, setFailure } from "../../store/notifications/notification-ways.ts";
import { type NewNotification, takeNew } from "../../store/notifications/notifications.ts";
import { wakeLoop } from "../wake-loop.ts";
import { type NoticeDeps, sendNotice } from "./send-notice.ts";

export type DispatcherDeps = NoticeDeps & Pick<Deps, "log" | "live">;

const pollMs = 1000;
const batchSize = 50;
/** A target that hangs must not delay the others: attempts run side by side, up to this many. */
const maxAttempts = 200;
/** Waits before the next attempts. After these the notice is given up: it stays in the bell's list. */
const retrySeconds = [5, 30, 120, 600, 3600];

/**
 * Turns new notifications into notices and sends them. Any number of nodes do so at the same time: each claims what it
 * handles. A notice whose node dies is claimed again, so it may arrive twice, but it is never lost.
 */
export function startDispatcher(deps: DispatcherDeps): { wake(): void; stop(): Promise<void> } {
  const underWay = new Set<Promise<void>>();
  const onError = (error: unknown) => deps.log.warn({ err: error }, "notifications not sent");
  const loop = wakeLoop(() => dispatch(deps, start, maxAttempts - underWay.size), onError);

  function start(notice: Notice): void {
    const attempt = handle(deps, notice)
      .catch(onError)
      .finally(() => underWay.delete(attempt));
    underWay.add(attempt);
  }

  loop.wake();
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop();
      await Promise.all(underWay);
    },
  };
}

/** One round: starts attempts, at most `room`, without waiting for them. Returns the milliseconds until the next. */
async function dispatch(deps: DispatcherDeps, start: (notice: Notice) => void, room: number): Promise<number> {
  const taken = await expand(deps);
  const claimed = await claimNotices(deps.db, Math.min(batchSize, room));
  for (const notice of claimed) start(notice);
  return taken.length === batchSize || claimed.length === batchSize ? 0 : pollMs;
}

async function expand(deps: DispatcherDeps): Promise<NewNotification[]> {
  const taken = await deps.db.transact(async (db) => {
    const taken = await takeNew(db, batchSize);
    for (const [pageId, news] of Map.groupBy(taken, ({ pageId }) => pageId)) {
      const audience = {
        recipients: await listRecipients(db, pageId),
        ways: await findWays(db, pageId),
        canSendEmail: deps.config.mail !== undefined,
        now: new Date(),
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
  return taken;
}

async function handle(deps: DispatcherDeps, notice: Notice): Promise<void> {
  const { db, log } = deps;
  const { pageId, way, attempts } = notice;
  const answer = await sendNotice(deps, notice);
  const failure = answer.result === "failed" ? answer.reason : null;
  if ((way === "telegram" || way === "webhook") && answer.result !== "gone") await setFailure(db, pageId, way, failure);
  const waitSeconds = retrySeconds[attempts - 1];
  if (failure === null) return deleteNotice(db, notice);
  log.warn({ pageId, way, reason: failure, attempts }, "notice not sent");
  await (waitSeconds === undefined ? deleteNotice(db, notice) : retryNotice(db, notice, waitSeconds));
}
