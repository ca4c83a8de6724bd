import type { OutgoingMessage } from "@banter/core/flow/outgoing.ts";
import type { WhatsappTemplate } from "@banter/core/model/content/whatsapp-template.ts";
import type { JsonObject } from "@banter/core/model/json.ts";
import { SendError } from "../../outbound/send-error.ts";
import type { MetaCall } from "../meta/outbound/look.ts";
import { metadataOf } from "../meta/outbound/message-metadata.ts";
import type { RenderContext } from "../outbound.ts";
import { quoteLeftOut } from "../quote.ts";
import { replyNote } from "../text/render-notes.ts";
import { readTemplate } from "../text/template-words.ts";

/**
 * A template that Meta has approved for the page: the only message that a bot may send outside the window.
 * https://developers.facebook.com/docs/messenger-platform/send-messages/utility-messages
 */
export function utilityCall(message: OutgoingMessage, { psid, messageId, note }: RenderContext): MetaCall {
  if (message.type !== "whatsapp_message_template") {
    throw new SendError("rejected", "Only a message template can be sent as a utility message.");
  }
  if (message.quoted) note(quoteLeftOut);
  // Such a message has only the template's own buttons.
  for (const reply of message.quick_replies ?? []) note(replyNote("left_out", reply));
  const { template_id, language, components } = readTemplate(message.template);
  const filled = components.flatMap(componentOf);
  const template = {
    name: template_id,
    language: { code: language },
    ...(filled.length > 0 && { components: filled }),
  };
  return {
    messaging_type: "UTILITY",
    recipient: { id: psid },
    message: { template, metadata: metadataOf(messageId) },
  };
}

type Component = WhatsappTemplate["components"][number];

function componentOf(component: Component): JsonObject[] {
  // Carousels and offers are WhatsApp's own.
  if (component.type === "CAROUSEL" || component.type === "LIMITED_TIME_OFFER") return [];
  const { type, params = [] } = component;
  if (type === "HEADER" && component.url !== undefined) {
    return [{ type: "header", parameters: [{ type: "image", image: { link: component.url } }] }];
  }
  if (params.length === 0) return [];
  const parameters = params.map(({ parameter_name, value }) => {
    if (type === "BUTTONS") return { type: "POSTBACK", payload: value };
    return { type: "text", ...(parameter_name !== undefined && { parameter_name }), text: value };
  });
  return [{ type: type.toLowerCase(), parameters }];
}
