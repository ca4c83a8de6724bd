import type { MailEvent } from "@banter/core/flow/mail-event.ts";
import type { OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import { z } from "zod";
import { type Channel, defineChannel, defineEntry } from "../channels/channel.ts";
import type { CustomerProfile, InboundEvent } from "../channels/inbound.ts";
import type { MessagingWindow } from "../channels/messaging-window.ts";
import type { Pace } from "../channels/outbound.ts";
import { postJson } from "../outbound/pools.ts";
import { SendError } from "../outbound/send-error.ts";

/** The body of a message's call to the stand-in platform. */
export type PostedMessage = { id: number; to: string; message: OutgoingMessage; payloads: string[] };

type PostSettings = { origin: string; secret: string };

type Options = {
  window?: MessagingWindow | null;
  perSecond?: number;
  perCustomer?: Pace["perCustomer"];
  timeoutMs?: number;
  confirmsWithinSeconds?: number | null;
  asksForCustomers?: boolean;
  typingSeconds?: number;
  /** Called for each check of a webhook against a secret. */
  onVerify?: () => void;
};

/**
 * The smallest channel with a platform, used in place of Telegram: it posts each message as JSON to the origin in its
 * settings. Its webhooks are `{ "events": [{ "id", "from", "text" or "payload" or "event" }] }`; `page` is the event's
 * page if all pages of the app share one address.
 */
export function postChannel({
  window = null,
  perSecond = Number.POSITIVE_INFINITY,
  perCustomer = null,
  timeoutMs = 2000,
  confirmsWithinSeconds = null,
  asksForCustomers = false,
  typingSeconds = 20,
  onVerify = () => undefined,
}: Options = {}): Channel {
  const post = async (origin: string, path: string, body: unknown) => {
    const answer = await postJson(origin, path, { body, timeoutMs });
    if (answer.status === 200) return answer;
    const { failure, retryAfter, scope } = Refused.parse(answer.body);
    throw new SendError(failure ?? failureOf(answer.status), `status ${answer.status}`, retryAfter, scope);
  };
  return defineChannel({
    type: "telegram",
    title: "Post",
    settings: z.object({ origin: z.string(), secret: z.string().default("right") }),
    account: {
      entry: entryBy(post),
      async connect({ origin }, webhookUrl) {
        await post(origin, "/connect", { webhookUrl });
      },
      async check({ origin }, webhookUrl) {
        const { body } = await post(origin, "/check", { webhookUrl });
        return Checked.parse(body).problems ?? [];
      },
      renewal: null,
    },
    inbound: {
      webhook: {
        handshake: {
          read: ({ word, challenge }) => (word && challenge ? { verifyToken: word, answer: challenge } : undefined),
          verifyTokenOf: ({ secret }) => secret,
        },
        signature: { header: "x-secret", form: /^[a-z]+$/, isSecret: false },
        hasUnsignedCheck: false,
        secretOf: ({ secret }) => secret,
        verify({ headers }, secret) {
          onVerify();
          return headers["x-secret"] === secret;
        },
        pagesIn: (body) => WebhookBody.parse(body).events.flatMap(({ page }) => page ?? []),
        parse: (body, pageId) => {
          const events = WebhookBody.parse(body).events.filter(({ page = pageId }) => page === pageId);
          return { events: events.flatMap(eventsOf), unknown: events.flatMap(({ unknown }) => unknown ?? []) };
        },
        account: null,
        noticesIn: null,
        numberIn: null,
        answer: null,
        acknowledge: null,
      },
      repliesAreText: () => false,
      fetchCustomer: asksForCustomers
        ? async (psid, { origin }) => (await post(origin, "/customers", { psid })).body as CustomerProfile
        : null,
      fetchMedia: null,
    },
    outbound: {
      window,
      confirmsWithinSeconds,
      pace: () => ({ perSecond, perCustomer, weigh: null }),
      render: (message, { psid, messageId, payload }): PostedMessage[] =>
        partsOf(message).map((part) => ({
          id: messageId,
          to: psid,
          message: part,
          payloads: [payload(0), payload(1), payload(2)],
        })),
      renderAlbum: null,
      renderReaction: null,
      async deliver(call, { origin }) {
        const { body } = await post(origin, "/messages", call);
        const { message_id: platformId, usage } = Taken.parse(body);
        return usage === undefined ? platformId : { platformId, usage };
      },
      typing: {
        seconds: typingSeconds,
        show: async (psid, { origin }) => void (await post(origin, "/typing", { to: psid })),
      },
      markSeen: null,
    },
    profile: {
      async set(profile, { origin }) {
        await post(origin, "/profile", profile);
      },
      iceBreakersAreText: false,
    },
    comments: null,
    control: null,
    templates: null,
    links: {
      chat: (_, ref) => `https://post.example/chat${ref === null ? "" : `?ref=${encodeURIComponent(ref)}`}`,
      adWelcome: null,
    },
  });
}

type Post = (origin: string, path: string, body: unknown) => Promise<{ body: unknown }>;

/** A page is connected by its origin alone: the platform says whose it is. */
const entryBy = (post: Post) =>
  defineEntry<PostSettings, Pick<PostSettings, "origin">>({
    settings: z.object({ origin: z.string() }),
    async identify({ origin }) {
      const { body } = await post(origin, "/identify", {});
      const { id: platformId, name } = Identified.parse(body);
      return { platformId, name, handle: `@${name}`, settings: { secret: "made" } };
    },
  });

/** A text with several lines becomes one call for each line. */
const partsOf = (message: OutgoingMessage): OutgoingMessage[] =>
  message.type === "text" ? message.text.split("\n").map((text) => ({ ...message, text })) : [message];

const failureOf = (status: number) => (status === 429 ? "throttled" : status >= 500 ? "platform_error" : "rejected");

const Identified = z.object({ id: z.string(), name: z.string() });

const Checked = z.object({ problems: z.array(z.string()).optional() });

const Taken = z.object({ message_id: z.string(), usage: z.number().optional() });

const Refused = z.object({
  failure: z.enum(["blocked_by_customer", "bad_settings", "outside_window"]).optional(),
  retryAfter: z.number().optional(),
  scope: z.enum(["page", "customer"]).optional(),
});

const WebhookBody = z.object({
  events: z.array(
    z.object({
      id: z.string(),
      page: z.string().optional(),
      from: z.string(),
      text: z.string().optional(),
      payload: z.string().optional(),
      /** An event in the form of the mailbox. */
      event: z.custom<MailEvent>().optional(),
      facts: z.custom<CustomerProfile>().optional(),
      unknown: z.string().optional(),
      sequence: z.number().optional(),
    }),
  ),
});

function eventsOf(given: z.infer<typeof WebhookBody>["events"][number]): InboundEvent[] {
  const { id, from, text = "", payload, event, facts, unknown, sequence } = given;
  if (unknown !== undefined) return [];
  const counted = sequence === undefined ? {} : { sequence };
  const known = { psid: from, key: `event ${id}`, ...counted, ...(facts && { facts }) };
  if (event) return [{ ...known, event }];
  if (payload !== undefined) return [{ ...known, event: { type: "payload", payload } }];
  return [{ ...known, event: { type: "message", text } }];
}
