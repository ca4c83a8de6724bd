import { z } from "zod";

export type Answered = { error: number; message: string };

const title = z.string().trim().min(1).max(100);
const address = z.url({ protocol: /^https?$/ });

const button = z.discriminatedUnion("type", [
  z.strictObject({ title, type: z.literal("oa.query.hide"), payload: z.string().regex(/^#.{1,999}$/) }),
  z.strictObject({ title, type: z.literal("oa.open.url"), payload: z.strictObject({ url: address }) }),
  z.strictObject({
    title,
    type: z.literal("oa.open.phone"),
    payload: z.strictObject({ phone_code: z.string().regex(/^[0-9]{3,15}$/) }),
  }),
]);
const buttons = z.array(button).min(1).max(5);

const template = z.union([
  z.strictObject({ buttons }),
  z.strictObject({
    template_type: z.literal("media"),
    elements: z.array(z.strictObject({ media_type: z.literal("image"), url: address })).length(1),
    buttons: buttons.optional(),
  }),
  z.strictObject({
    template_type: z.literal("request_user_info"),
    elements: z.array(z.strictObject({ title, subtitle: z.string().min(1).max(500), image_url: address })).length(1),
  }),
]);

/** Messages that the Open API accepts at `v3.0/oa/message/cs`. Any other field is an error. */
export const MessageRequest = z.strictObject({
  recipient: z.strictObject({ user_id: z.string().regex(/^[0-9]+$/) }),
  message: z
    .strictObject({
      text: z.string().trim().min(1).max(2000).optional(),
      attachment: z.strictObject({ type: z.literal("template"), payload: template }).optional(),
      quote_message_id: z.string().min(1).optional(),
    })
    .refine(({ attachment, quote_message_id: quoted }) => !attachment || !quoted, "only a text can quote")
    .refine(({ text, attachment }) => text !== undefined || attachment !== undefined, "a message is empty")
    .refine(({ text, attachment }) => text !== undefined || !isButtons(attachment), "buttons need a text"),
});
export type MessageRequest = z.infer<typeof MessageRequest>;

const isButtons = (attachment: { payload: object } | undefined) =>
  attachment !== undefined && !("template_type" in attachment.payload);

/** The buttons of a message. */
export function buttonsIn({ attachment }: MessageRequest["message"]): z.infer<typeof button>[] {
  const payload = attachment?.payload;
  return payload && "buttons" in payload ? (payload.buttons ?? []) : [];
}

/** The address of the picture in a message. */
export function pictureIn({ attachment }: MessageRequest["message"]): string | undefined {
  const payload = attachment?.payload;
  if (!payload || !("template_type" in payload)) return undefined;
  return payload.template_type === "media" ? payload.elements[0]?.url : payload.elements[0]?.image_url;
}
