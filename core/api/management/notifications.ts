import { z } from "zod";
import { Id } from "../../model/id.ts";
import { NotificationChoices, NotificationKind } from "../../model/notification.ts";
import { Time } from "../../model/time/time.ts";
import type { ManagementContract } from "./contract.ts";
import { inPage } from "./pages.ts";

const Done = z.strictObject({});

const Notification = z.strictObject({
  id: Id,
  page_id: z.string(),
  page_name: z.string(),
  /** The language that the page's people are called in; null: the reader's. */
  page_language: z.enum(["en", "vi"]).nullable(),
  kind: NotificationKind,
  /** The customer it is about, if it is about one. */
  psid: z.string().nullable(),
  customer_name: z.string().nullable(),
  /** The flow it comes from or is about, if there is one. */
  flow_id: Id.nullable(),
  /** The words of a flow, of the customer, or of the platform. */
  text: z.string(),
  at: Time,
  is_read: z.boolean(),
});

const Endpoint = z.url({ protocol: /^https?$/ }).max(2000);

/** Keys of a browser (RFC 8291): a point of the curve P-256 in 65 bytes, and a secret of 16 bytes. */
const PushKeys = z.strictObject({
  p256dh: z.string().regex(/^B[\w-]{86}$/, "must be a public key of 65 bytes in base64url"),
  auth: z.string().regex(/^[\w-]{22}$/, "must be a secret of 16 bytes in base64url"),
});

const Way = z.strictObject({
  kinds: z.array(NotificationKind),
  /** Why the last attempt failed; null after a success. */
  failure: z.string().nullable(),
});

const Ways = z.strictObject({
  telegram: Way.extend({ chat_id: z.string(), api_url: z.string().optional() }).nullable(),
  webhook: Way.extend({ url: z.string() }).nullable(),
  language: z.enum(["en", "vi"]),
  /** Somebody is told of a hand-over outside of the console: by browser, e-mail, Telegram or webhook. */
  reaches_somebody: z.boolean(),
  /** The kinds that reach somebody so. */
  reached_kinds: z.array(NotificationKind),
});

export const notifications = {
  "GET /notifications": {
    scope: "user",
    summary: "List notifications",
    description: "Notifications of all pages of the caller, newest first. `next` is the `before` of the next page.",
    query: z.strictObject({
      before: z.string().max(100).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(30),
    }),
    reply: z.strictObject({
      notifications: z.array(Notification),
      next: z.string().nullable(),
      /** At most 100. */
      unread: z.int(),
    }),
  },
  "PUT /notifications/read": {
    scope: "user",
    isQuiet: true,
    summary: "Mark notifications as read",
    description: "Everything up to this time is read.",
    body: z.strictObject({ through: Time }),
    reply: Done,
  },
  "GET /notification_choices": {
    scope: "user",
    summary: "Get the caller's choices",
    description: "Which kinds reach the caller by browser and by e-mail, and when they want quiet.",
    reply: z.strictObject({
      choices: NotificationChoices,
      /** The server can send e-mail. */
      has_email: z.boolean(),
      /** The server's key for browser notifications. */
      push_key: z.string(),
    }),
  },
  "PUT /notification_choices": {
    scope: "user",
    isQuiet: true,
    summary: "Change the caller's choices",
    description: "Holds for notifications after it.",
    body: NotificationChoices,
    reply: Done,
  },
  "POST /push_subscriptions": {
    scope: "user",
    isQuiet: true,
    summary: "Subscribe a browser",
    description: "Browser notifications of the caller go to this browser too. The fields are those of the Push API.",
    body: z.strictObject({ endpoint: Endpoint, keys: PushKeys }),
    reply: Done,
  },
  "POST /push_subscriptions/delete": {
    scope: "user",
    isQuiet: true,
    summary: "Unsubscribe a browser",
    description: "This browser gets no more notifications.",
    body: z.strictObject({ endpoint: Endpoint }),
    reply: Done,
  },
  "POST /notification_choices/test": {
    scope: "user",
    isQuiet: true,
    summary: "Send oneself a test",
    description: "Sends a test notification to the caller's browsers or e-mail address, soon. At most five a minute.",
    body: z.strictObject({ way: z.enum(["browser", "email"]) }),
    reply: z.strictObject({ sent_to: z.int() }),
    errors: ["conflict", "rate_limited"],
  },
  "GET /pages/:page_id/notification_ways": {
    scope: "page",
    permission: "look",
    summary: "Get the page's notification ways",
    description:
      "The Telegram chat and the webhook that get the page's notifications. Members who may not build see the hosts of addresses only.",
    params: inPage,
    reply: Ways,
  },
  "PUT /pages/:page_id/notification_ways": {
    scope: "page",
    permission: "own",
    audit: "notification_ways_changed",
    summary: "Change the page's notification ways",
    description:
      "`bot_token` may be left out to keep the stored one, unless `api_url` changes. A webhook gets a POST with a JSON body, signed with `x-banter-signature: sha256=<HMAC of the body>` by its secret.",
    params: inPage,
    body: z.strictObject({
      telegram: z
        .strictObject({
          bot_token: z
            .string()
            .regex(/^[0-9]{1,20}:[\w-]{20,100}$/, "must be a bot token such as 123456:ABC…")
            .optional(),
          chat_id: z.string().regex(/^(-?[0-9]{1,20}|@\w{3,64})$/, "must be a chat's number or @name"),
          /** A Bot API server of one's own. */
          api_url: Endpoint.optional(),
          kinds: z.array(NotificationKind).max(20),
        })
        .nullable(),
      webhook: z
        .strictObject({
          url: Endpoint,
          secret: z.string().min(8).max(200).optional(),
          kinds: z.array(NotificationKind).max(20),
        })
        .nullable(),
      language: z.enum(["en", "vi"]),
    }),
    /** `secret`: of a new webhook, shown this once. */
    reply: Ways.extend({ secret: z.string().nullable() }),
  },
  "POST /pages/:page_id/notification_ways/test": {
    scope: "page",
    permission: "own",
    audit: "notification_test_sent",
    summary: "Send a test",
    description:
      "Sends a test notification by the page's Telegram chat or webhook, soon. Its failure is shown at the way. At most five a minute.",
    params: inPage,
    body: z.strictObject({ way: z.enum(["telegram", "webhook"]) }),
    reply: Done,
    errors: ["conflict", "rate_limited"],
  },
} satisfies ManagementContract;
