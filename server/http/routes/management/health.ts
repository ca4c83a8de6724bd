import type { health } from "@banter/core/api/management/health.ts";
import { getPageHealth } from "../../../store/conversations/page-health.ts";
import { deleteParkedMail, listParkedMail, retryParkedMail } from "../../../store/conversations/parked-mail.ts";
import type { ManagementHandlers } from "./handlers.ts";

const maxListed = 1000;
const stateNames = { closed: "working", open: "in_trouble", probing: "probing" } as const;
const timeOf = (time: string | null | undefined) => (time ? new Date(time) : null);

export const healthHandlers: ManagementHandlers<typeof health> = {
  "GET /pages/:page_id/health": async ({ db }, { pageId }) => {
    const { platform, waitingMail, waitingMessages, failedMessages, parkedMail } = await getPageHealth(db, pageId);
    const throttledUntil = timeOf(platform?.throttledUntil);
    return {
      platform: {
        state: stateNames[platform?.state ?? "closed"],
        since: timeOf(platform?.since),
        last_failure: platform?.lastFailure ?? null,
        throttled_until: throttledUntil && throttledUntil.getTime() > Date.now() ? throttledUntil : null,
      },
      waiting_mail: waitingMail,
      waiting_messages: waitingMessages,
      failed_messages: failedMessages,
      parked_mail: parkedMail,
    };
  },

  "GET /pages/:page_id/parked_mail": async ({ db }, { pageId }) => ({
    mail: (await listParkedMail(db, pageId, maxListed)).map(({ id, psid, event, error, parkedAt }) => ({
      id,
      psid,
      type: String((event as { type?: unknown } | null)?.type ?? "unknown"),
      error,
      parked_at: parkedAt,
    })),
  }),

  "POST /pages/:page_id/parked_mail/retry": async ({ db }, { pageId, body }) => ({
    retried: await retryParkedMail(db, pageId, body.ids),
  }),

  "POST /pages/:page_id/parked_mail/drop": async ({ db }, { pageId, body }) => ({
    dropped: await deleteParkedMail(db, pageId, body.ids),
  }),
};
