import { z } from "zod";
import { Id } from "../id.ts";
import { anyText, scalarText, text } from "../text.ts";
import { MediaUrl } from "./url.ts";

/**
 * A message whose text WhatsApp has approved; only its parameters are given here. It may hold the text as well, for
 * other channels and the preview.
 *
 *     { "type": "whatsapp_message_template", "template_id": "order_ready", "language": "vi", "category": "UTILITY",
 *       "components": [{ "type": "BODY", "params": [{ "key": "{{1}}", "value": "{{user_first_name}}" }] }] }
 */
export const WhatsappTemplate = z.strictObject({
  type: z.literal("whatsapp_message_template"),
  template_id: z
    .union([text(512), Id.transform(String)], { error: "must be the template's id or name" })
    .meta({ label: "Template", input: "text" }),
  language: z
    .string()
    .regex(/^[A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8})*$/, { error: "must be a language code such as en_US" })
    .meta({ label: "Language", input: "text" }),
  category: z.enum(["MARKETING", "UTILITY", "AUTHENTICATION"]).optional().meta({ label: "Category" }),
  components: z
    .array(
      z.discriminatedUnion("type", [
        ...plainComponents(),
        z.strictObject({
          type: z.literal("LIMITED_TIME_OFFER"),
          text: anyText(200).optional().meta({ label: "Approved words", input: "long-text" }),
          ends_at: scalarText(100).optional().meta({ label: "Ends at", input: "text", template: "text" }),
        }),
        z.strictObject({
          type: z.literal("CAROUSEL"),
          cards: z
            .array(
              z.strictObject({
                components: z.array(z.discriminatedUnion("type", plainComponents())).max(4).meta({ label: "Parts" }),
              }),
            )
            .max(10)
            .meta({ label: "Cards" }),
        }),
      ]),
    )
    .max(6)
    .meta({ label: "Parts" }),
});
export type WhatsappTemplate = z.infer<typeof WhatsappTemplate>;

function plainComponents() {
  return [
    z.strictObject({
      type: z.literal("HEADER"),
      format: z.enum(["TEXT", "IMAGE", "VIDEO", "DOCUMENT"]).optional().meta({ label: "Kind" }),
      url: MediaUrl.optional().meta({ label: "Address", input: "media-url", template: "url" }),
      ...words(),
    }),
    z.strictObject({ type: z.literal("BODY"), ...words() }),
    z.strictObject({ type: z.literal("FOOTER"), ...words() }),
    z.strictObject({ type: z.literal("BUTTONS"), ...words() }),
  ] as const;
}

function words() {
  return {
    text: anyText(2000).optional().meta({ label: "Approved words", input: "long-text" }),
    params: z
      .array(
        z.strictObject({
          key: text(200).meta({ label: "Place", input: "text" }),
          parameter_name: text(200).optional().meta({ label: "Name", input: "text" }),
          value: scalarText(2000).meta({ label: "Value", input: "text", template: "text", isRead: true }),
        }),
      )
      .max(20)
      .optional()
      .meta({ label: "Parameters" }),
  };
}
