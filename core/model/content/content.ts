import { z } from "zod";
import { Id, WireId } from "../id.ts";
import { scalarText, text } from "../text.ts";
import { Button, QuickReply, StepButton, StepQuickReply } from "./button.ts";
import { invoiceMessage } from "./invoice.ts";
import { LinkUrl, MediaUrl } from "./url.ts";
import { WhatsappTemplate } from "./whatsapp-template.ts";

/**
 * Content that the public API sends to a customer.
 *
 *     { "messages": [{ "type": "text", "text": "Hello {{user_first_name}}",
 *                      "buttons": [{ "type": "url", "title": "Shop", "url": "https://example.com" }] }],
 *       "quick_replies": [{ "type": "flow", "caption": "Sizes", "flow_id": 12 }],
 *       "actions": [{ "action": "add_tag", "tag_id": 3 }] }
 */
export const Content = contentOf(Button, QuickReply, z.discriminatedUnion("action", contentActions(WireId)));
export type Content = z.infer<typeof Content>;

/** The same content inside a flow: buttons can lead to steps, and ids are integers, or null until one is chosen. */
export const StepContent = contentOf(
  StepButton,
  StepQuickReply,
  z.discriminatedUnion("action", contentActions(Id.nullable())),
);
export type StepContent = z.infer<typeof StepContent>;

/** The `data` of send_content. */
export const ContentData = z.strictObject({ version: z.literal("v2"), content: Content });
export type ContentData = z.infer<typeof ContentData>;

/** Actions of content. Action steps have these and more. */
export function contentActions<AnyId extends z.ZodType>(id: AnyId) {
  const tag_id = id.meta({ label: "Tag", input: "tag" });
  return [
    z.strictObject({ action: z.literal("add_tag"), tag_id }),
    z.strictObject({ action: z.literal("remove_tag"), tag_id }),
    z.strictObject({
      action: z.literal("set_custom_field"),
      action_id: id.meta({ label: "Field", input: "custom-field" }),
      action_value: scalarText(2000).meta({ label: "Value", input: "text", template: "text" }),
    }),
  ] as const;
}

function contentOf<B extends z.ZodType, Q extends z.ZodType, A extends z.ZodType>(button: B, quickReply: Q, action: A) {
  const buttons = z.array(button).max(3).optional().meta({ label: "Buttons" });
  return z.strictObject({
    messages: z
      .array(
        z.discriminatedUnion("type", [
          z.strictObject({
            type: z.literal("text"),
            text: text(2000).meta({ label: "Text", input: "long-text", template: "text", limit: "text" }),
            markup: z.boolean().optional().meta({ label: "Bold, italic and links" }),
            buttons,
          }),
          z.strictObject({ type: z.literal("image"), url: mediaUrl("File"), alt: altText(), buttons }),
          z.strictObject({
            type: z.literal("video"),
            url: mediaUrl("File"),
            round: z.boolean().optional().meta({ label: "Round" }),
            buttons,
          }),
          z.strictObject({ type: z.enum(["audio", "file"]), url: mediaUrl("File"), buttons }),
          z.strictObject({
            type: z.literal("cards"),
            elements: z.array(cardOf(buttons)).min(1).max(10).meta({ label: "Cards" }),
            image_aspect_ratio: z.enum(["horizontal", "square"]).optional().meta({ label: "Shape of the pictures" }),
          }),
          formMessage(),
          productsMessage(),
          invoiceMessage(),
          WhatsappTemplate,
        ]),
      )
      .min(1)
      .max(10)
      .meta({ label: "Messages" }),
    quick_replies: z.array(quickReply).max(11).optional().meta({ label: "Quick replies" }),
    actions: z.array(action).max(5).optional().meta({ label: "Actions" }),
  });
}

/** A text with a button that opens a form inside of the chat. Channels without forms show the text. */
function formMessage() {
  return z.strictObject({
    type: z.literal("form"),
    text: text(1024).meta({ label: "Text", input: "long-text", template: "text", limit: "text" }),
    form_id: z
      .string()
      .regex(/^[0-9]{1,32}$/, { error: "must be the form's number" })
      .meta({ label: "Form", input: "message-form" }),
    button: text(30).meta({ label: "Words on the button", input: "text", template: "text", isRead: true }),
    screen: text(200).optional().meta({ label: "First screen", input: "text" }),
  });
}

/** A text with products of a catalog: one, several or, if none is named, the whole catalog. */
function productsMessage() {
  return z
    .strictObject({
      type: z.literal("products"),
      text: text(1024).meta({ label: "Text", input: "long-text", template: "text", limit: "text" }),
      title: text(24).optional().meta({ label: "Title of the list", input: "text", template: "text", isRead: true }),
      catalog_id: z
        .string()
        .regex(/^[0-9]{1,32}$/, { error: "must be the catalog's number" })
        .optional()
        .meta({ label: "Catalog", input: "text" }),
      products: z
        .array(text(100).meta({ input: "text", template: "text" }))
        .max(30)
        .meta({ label: "Products", input: "text", template: "text" }),
    })
    .superRefine(({ catalog_id, products }, context) => {
      if (products.length > 0 && catalog_id === undefined)
        context.addIssue({ code: "custom", path: ["catalog_id"], message: "is required" });
    });
}

function cardOf<Buttons extends z.ZodType>(buttons: Buttons) {
  return z.strictObject({
    title: text(200).meta({ label: "Title", input: "text", template: "text", limit: "card_title" }),
    subtitle: text(500)
      .optional()
      .meta({ label: "Subtitle", input: "long-text", template: "text", limit: "card_subtitle" }),
    image_url: mediaUrl("Picture").optional(),
    image_alt: altText(),
    action_url: LinkUrl.optional().meta({ label: "Opens", input: "link-url", template: "url" }),
    buttons,
  });
}

/** The words of a picture for those who cannot see it. */
function altText() {
  return text(500)
    .optional()
    .meta({ label: "Words for those who cannot see the picture", input: "text", template: "text" });
}

function mediaUrl(label: string) {
  return MediaUrl.meta({ label, input: "media-url", template: "url" });
}
