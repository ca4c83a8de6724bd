import type { Reaction } from "@banter/core/flow/outgoing.ts";
import { SendError } from "../../outbound/send-error.ts";
import type { Delivered, RenderContext } from "../outbound.ts";
import { callApi } from "./call-api.ts";
import { chatOf, messageIdOf } from "./render.ts";
import type { Settings } from "./settings.ts";

/** https://core.telegram.org/bots/api#setmessagereaction */
export type ReactionCall = {
  method: "setMessageReaction";
  body: { chat_id: number; message_id: number; reaction: { type: "emoji"; emoji: string }[] };
};

/** No reactions take the bot's own back. */
export function renderReaction({ emoji, about }: Reaction, { psid }: RenderContext): ReactionCall[] {
  const message_id = messageIdOf(about);
  if (message_id === undefined) throw new SendError("rejected", "The message has no number at Telegram.");
  const reaction = emoji === null ? [] : [{ type: "emoji" as const, emoji }];
  return [{ method: "setMessageReaction", body: { chat_id: chatOf(psid), message_id, reaction } }];
}

/** The same reaction twice is one. */
export async function sendReaction({ method, body }: ReactionCall, settings: Settings): Promise<Delivered> {
  await callApi(settings, method, body);
  return { platformId: null, isOnce: true };
}
