import { z } from "zod";
import { SendError } from "../../outbound/send-error.ts";
import type { Delivered } from "../channel.ts";
import { quoteLeftOut } from "../quote.ts";
import { callApi } from "./call-api.ts";
import { isUnfetchable } from "./errors.ts";
import { type ReactionCall, sendReaction } from "./own-reaction.ts";
import { pressOf } from "./parse.ts";
import { chatOf, mediaOf, shownAsText, type TelegramCall } from "./render.ts";
import type { Settings } from "./settings.ts";

/** Sends one message. If Telegram cannot fetch its picture or file, the address is sent instead. */
export async function deliver(call: TelegramCall | ReactionCall, settings: Settings): Promise<Delivered> {
  if (call.method === "setMessageReaction") return sendReaction(call, settings);
  const { method, body, instead } = call;
  try {
    const { data: sent } = Sent.safeParse(await callApi(settings, method, body));
    const isQuoteLost = body.reply_parameters !== undefined && sent?.reply_to_message === undefined;
    if (sent) return { platformId: String(sent.message_id), ...(isQuoteLost && { notes: [quoteLeftOut] }) };
  } catch (error) {
    if (!instead || !isUnfetchable(error)) throw error;
    const { platformId, notes = [] } = await deliver(instead, settings);
    return { platformId, notes: [...notes, ...mediaOf(call).map((media) => shownAsText(media))] };
  }
  throw new SendError("timeout", "Telegram's response does not name the message.");
}

/** Shown for five seconds, or until the next message. */
export async function showTyping(psid: string, settings: Settings): Promise<void> {
  await callApi(settings, "sendChatAction", { chat_id: chatOf(psid), action: "typing" });
}

/**
 * Ends the progress bar on a pressed button. Telegram refuses this for a press that is answered or too old, which is
 * fine.
 */
export async function acknowledge(body: unknown, settings: Settings): Promise<void> {
  const press = pressOf(body);
  if (press === undefined) return;
  try {
    await callApi(settings, "answerCallbackQuery", { callback_query_id: press });
  } catch (error) {
    if (!(error instanceof SendError && error.failure === "rejected")) throw error;
  }
}

const Sent = z.object({ message_id: z.int(), reply_to_message: z.unknown().optional() });
