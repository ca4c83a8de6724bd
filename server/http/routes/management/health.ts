import type { health } from "@banter/core/api/management/health.ts";
import { readPageHealth } from "../../../domain/pages/page-health.ts";
import { releaseOf } from "../../../release.ts";
import { deleteParkedMail, listParkedMail, retryParkedMail } from "../../../store/runtime/parked-mail.ts";
import type { ManagementHandlers } from "./handlers.ts";

const maxListed = 1000;

export const healthHandlers: ManagementHandlers<typeof health> = {
  "GET /version": async () => ({ version: releaseOf() }),

  "GET /pages/:page_id/health": (deps, { pageId }) => readPageHealth(deps, pageId),

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
