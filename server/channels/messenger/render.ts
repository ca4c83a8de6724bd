import { messenger as facts } from "@banter/core/channels/messenger/facts.ts";
import type { OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import { characters, type Look } from "../meta/outbound/look.ts";
import { renderMessage } from "../meta/outbound/render.ts";
import type { SendCall } from "../meta/send.ts";
import type { RenderContext } from "../outbound.ts";
import { utilityCall } from "./utility.ts";

/** https://developers.facebook.com/docs/messenger-platform/reference/send-api */
export function render(message: OutgoingMessage, context: RenderContext): SendCall[] {
  if (context.messageTag === "UTILITY") return [utilityCall(message, context)];
  return renderMessage(message, context.psid, context, look);
}

const look: Look = {
  text: { max: facts.textLimits.text.max, measure: characters },
  caption: { max: 640, measure: characters },
  hasCallButtons: true,
  opensApps: true,
  offersContacts: true,
  canShowFile: () => true,
  hasRepliesBelowAll: true,
  hasSquareCards: true,
};
