import type { OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import { z } from "zod";
import { type Channel, defineChannel, type InboundEvent, type MessagingWindow } from "../channels/channel.ts";
import { SendError } from "../channels/send-error.ts";
import { postJson } from "../outbound/pools.ts";

/** What the stand-in platform is sent for each message. */
export type PostedMessage = { id: number; to: string; message: OutgoingMessage; payloads: string[] };

type Options = { window?: MessagingWindow | null; perSecond?: number; timeoutMs?: number };

/**
 * The smallest channel that talks to a platform: it posts each message as JSON to the origin of its settings. It stands in
 * the place of Telegram. Its webhooks are `{ "events": [{ "id", "from", "text" or "payload" }] }`.
 */
export function postChannel({
  window = null,
  perSecond = Number.POSITIVE_INFINITY,
  timeoutMs = 2000,
}: Options = {}): Channel {
  return defineChannel({
    type: "telegram",
    title: "Post",
    settings: z.object({ origin: z.string() }),
    knowsStrangers: true,
    window,
    perSecond,
    verify: ({ headers }) => headers["x-secret"] === "right",
    parse: (body) => Webhook.parse(body).events.map(eventOf),
    render: (message, { psid, messageId, payload }): PostedMessage[] => [
      { id: messageId, to: psid, message, payloads: [payload(0), payload(1), payload(2)] },
    ],
    async deliver(call, { origin }) {
      const { status, headers, body } = await postJson(origin, "/messages", { body: call, timeoutMs });
      if (status === 200) return Taken.parse(body).message_id;
      if (status === 429) throw new SendError("throttled", "throttled", Number(headers["retry-after"]));
      throw new SendError(status >= 500 ? "platform_error" : "rejected", `status ${status}`);
    },
  });
}

const Taken = z.object({ message_id: z.string() });

const Webhook = z.object({
  events: z.array(
    z.object({ id: z.string(), from: z.string(), text: z.string().optional(), payload: z.string().optional() }),
  ),
});

function eventOf({ id, from, text, payload }: z.infer<typeof Webhook>["events"][number]): InboundEvent {
  if (payload !== undefined) return { psid: from, event: { type: "payload", payload }, key: `event ${id}` };
  return { psid: from, event: { type: "message", text: text ?? "" }, key: `event ${id}` };
}
