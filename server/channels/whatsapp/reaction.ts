import type { Reaction } from "@banter/core/flow/outgoing.ts";
import { SendError } from "../../outbound/send-error.ts";
import type { RenderContext } from "../outbound.ts";
import { recipientOf } from "./address.ts";
import { callbackData } from "./callback-data.ts";
import type { Call } from "./render.ts";

/**
 * An empty emoji takes the reaction back.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/messages/reaction-messages
 */
export function renderReaction({ emoji, about: { platformId } }: Reaction, context: RenderContext): Call[] {
  if (platformId === undefined) throw new SendError("rejected", "The message has no id at WhatsApp.");
  const request = {
    messaging_product: "whatsapp",
    recipient_type: "individual",
    ...recipientOf(context.psid),
    type: "reaction",
    reaction: { message_id: platformId, emoji: emoji ?? "" },
    biz_opaque_callback_data: callbackData(context, 1, 1),
  };
  return [{ request }];
}
