import { z } from "zod";
import { Id } from "../../model/id.ts";
import { Time } from "../../model/time/time.ts";
import type { ManagementContract } from "./contract.ts";
import { inPage } from "./pages.ts";

const ParkedIds = z.strictObject({
  /** Null means all of the page's parked mail. */
  ids: z.array(Id).min(1).max(1000).nullable(),
});

export const Health = z.strictObject({
  platform: z.strictObject({
    state: z.enum(["working", "in_trouble", "probing"]),
    /** Since when; null where nothing has been sent yet. */
    since: Time.nullable(),
    last_failure: z.string().nullable(),
    /** Until when the platform wants no calls; null where it takes them. */
    throttled_until: Time.nullable(),
  }),
  /** When the platform called last, to the minute; null where it never did. */
  last_webhook_at: Time.nullable(),
  waiting_mail: z.int(),
  waiting_messages: z.int(),
  /** Since when the oldest of these messages has waited. */
  oldest_waiting_at: Time.nullable(),
  failed_messages: z.int(),
  parked_mail: z.int(),
  /** Hosts that the page's flows cannot reach: calls to them fail at once for a while. */
  failing_hosts: z.array(z.strictObject({ host: z.string(), since: Time, last_failure: z.string() })),
});

export const health = {
  "GET /version": {
    scope: "user",
    summary: "Get the server's version",
    description: "The release of Banter that answers, such as 1.2.0.",
    reply: z.strictObject({ version: z.string() }),
  },
  "GET /pages/:page_id/health": {
    scope: "page",
    permission: "look",
    summary: "Get the page's health",
    description:
      "How the page gets on with its platform, and how much waits. While the platform is in trouble, messages wait and one call at a time finds out whether it works again.",
    params: inPage,
    reply: Health,
  },
  "GET /pages/:page_id/parked_mail": {
    scope: "page",
    permission: "look",
    summary: "List parked mail",
    description:
      "Events that could not be handled, newest first, with the error. They hold nothing up, and nothing of them is lost: retry or drop them.",
    params: inPage,
    reply: z.strictObject({
      mail: z.array(
        z.strictObject({
          id: Id,
          psid: z.string(),
          type: z.string(),
          error: z.string(),
          parked_at: Time,
        }),
      ),
    }),
  },
  "POST /pages/:page_id/parked_mail/retry": {
    scope: "page",
    permission: "converse",
    audit: "parked_mail_retried",
    summary: "Retry parked mail",
    description: "Puts parked mail back in line. Mail that fails again is parked again.",
    params: inPage,
    body: ParkedIds,
    reply: z.strictObject({ retried: z.int() }),
  },
  "POST /pages/:page_id/parked_mail/drop": {
    scope: "page",
    permission: "converse",
    audit: "parked_mail_dropped",
    summary: "Drop parked mail",
    description: "Deletes parked mail for good.",
    params: inPage,
    body: ParkedIds,
    reply: z.strictObject({ dropped: z.int() }),
  },
} satisfies ManagementContract;
