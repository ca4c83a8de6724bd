import type { ReplyToken } from "@banter/core/flow/outgoing.ts";
import { BoundedMap } from "@banter/core/model/limits/bounded-map.ts";
import { z } from "zod";
import { SendError, sendFailures } from "../../outbound/send-error.ts";
import type { Delivered } from "../outbound.ts";
import { sendQuoting } from "../quote.ts";
import { callApi } from "./call-api.ts";
import { isRefusal, Refusal } from "./errors.ts";
import { type LineCall, userOf } from "./render.ts";
import type { Settings } from "./settings.ts";

export function deliver({ instead, ...call }: LineCall, settings: Settings): Promise<Delivered> {
  return sendQuoting(() => deliverOne(call, settings), instead && (() => deliverOne(instead, settings)));
}

/** Answers with the reply token while it is fresh, which LINE does not count; else pushes. */
async function deliverOne(call: LineCall, settings: Settings): Promise<Delivered> {
  if (!call.reply) return push(call, settings);
  const replied = Date.now() < call.reply.until ? await answer(call, call.reply, settings) : undefined;
  if (replied) return replied;
  // An earlier attempt may have used the token, so that the retry key alone does not prevent a duplicate.
  const { isOnce: _, ...pushed } = await push(call, settings);
  return pushed;
}

const maxUnanswered = 10_000;
/** Tokens of replies that LINE has not answered. After a restart, a reply in doubt is pushed instead. */
const unanswered = new BoundedMap<string, true>(maxUnanswered);

/**
 * Undefined if LINE no longer accepts the token. A token works once: if a reply had no answer and its token is used up
 * now, that reply has arrived. https://developers.line.biz/en/reference/messaging-api/#send-reply-message
 */
async function answer(
  { messages }: LineCall,
  { token }: ReplyToken,
  settings: Settings,
): Promise<Delivered | undefined> {
  const body = { replyToken: token, messages };
  try {
    const sent = await callApi(settings, { method: "POST", path: "/v2/bot/message/reply", body, isMessage: true });
    return { platformId: idsIn(sent), isOnce: true };
  } catch (error) {
    if (isRefusal(error, "invalid_reply_token"))
      return unanswered.has(token) ? { platformId: null, isOnce: true } : undefined;
    if (!mayHaveArrived(error)) throw error;
    unanswered.set(token, true);
    throw new SendError("timeout", error.message, error.retryAfterSeconds);
  }
}

/** LINE may have sent a reply that it answers with a fault of its own. */
function mayHaveArrived(error: unknown): error is SendError {
  if (!(error instanceof SendError)) return false;
  return sendFailures[error.failure].mayHaveArrived || error.failure === "platform_error";
}

/**
 * LINE accepts a retry key once: repeating the call sends nothing twice.
 * https://developers.line.biz/en/docs/messaging-api/retrying-api-request/
 */
async function push({ to, messages, retryKey }: LineCall, settings: Settings): Promise<Delivered> {
  const headers = { "x-line-retry-key": retryKey };
  const body = { to, messages };
  try {
    const sent = await callApi(settings, {
      method: "POST",
      path: "/v2/bot/message/push",
      body,
      headers,
      isMessage: true,
    });
    return { platformId: idsIn(sent), isOnce: true };
  } catch (error) {
    if (!(error instanceof Refusal && error.status === 409)) throw error;
    return { platformId: idsIn(error.body), isOnce: true };
  }
}

/** Shown for five seconds, the shortest time, or until the next message. */
export async function showTyping(psid: string, settings: Settings): Promise<void> {
  const body = { chatId: userOf(psid), loadingSeconds: 5 };
  await callApi(settings, { method: "POST", path: "/v2/bot/chat/loading/start", body });
}

/** A call may send several messages: their ids, separated by spaces. */
function idsIn(body: unknown): string | null {
  const { sentMessages = [] } = Sent.safeParse(body).data ?? {};
  return sentMessages.map(({ id }) => id).join(" ") || null;
}

const Sent = z.object({ sentMessages: z.array(z.object({ id: z.string() })).optional() });
