import { z } from "zod";

export const Chat = z.object({ id: z.int(), type: z.string() });

export const User = z.object({
  id: z.int(),
  is_bot: z.boolean().default(false),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  language_code: z.string().optional(),
});
export type User = z.infer<typeof User>;

/** The file of an attachment. Its kind follows from its field in the message, or from these. */
export const File = z.object({
  file_id: z.string().min(1).max(200),
  mime_type: z.string().max(100).optional().catch(undefined),
  file_name: z.string().optional().catch(undefined),
  is_animated: z.boolean().optional().catch(undefined),
  is_video: z.boolean().optional().catch(undefined),
});
export type File = z.infer<typeof File>;

/** The same picture in several sizes. */
export const Photo = z.array(File.extend({ width: z.number().catch(0), height: z.number().catch(0) })).min(1);

const Coordinates = z.object({ latitude: z.number(), longitude: z.number() });

const Payment = z.object({
  currency: z.string(),
  total_amount: z.int(),
  invoice_payload: z.string(),
  telegram_payment_charge_id: z.string(),
  provider_payment_charge_id: z.string().optional().catch(undefined),
});
export type Payment = z.infer<typeof Payment>;

/** Loose, so that other content of a message can be reported by its name. */
export const Message = z.looseObject({
  message_id: z.int(),
  from: User.optional(),
  chat: Chat,
  text: z.string().optional(),
  caption: z.string().optional(),
  media_group_id: z.string().min(1).max(100).optional().catch(undefined),
  contact: z
    .object({
      phone_number: z.string(),
      user_id: z.int().optional(),
      first_name: z.string().optional().catch(undefined),
      last_name: z.string().optional().catch(undefined),
      vcard: z.string().optional().catch(undefined),
    })
    .optional(),
  location: Coordinates.optional(),
  venue: z
    .object({
      location: Coordinates,
      title: z.string().optional().catch(undefined),
      address: z.string().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  web_app_data: z
    .object({ data: z.string(), button_text: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
  successful_payment: Payment.optional().catch(undefined),
  refunded_payment: Payment.optional().catch(undefined),
  dice: z
    .object({ emoji: z.string().min(1).max(50) })
    .optional()
    .catch(undefined),
  poll: z
    .object({ question: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
  reply_to_message: z
    .object({
      message_id: z.int(),
      text: z.string().optional().catch(undefined),
      caption: z.string().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});
export type Message = z.infer<typeof Message>;

const Button = z.object({ text: z.string().catch(""), callback_data: z.string().optional().catch(undefined) });

export const CallbackQuery = z.object({
  id: z.string(),
  from: User,
  message: z
    .object({
      chat: Chat,
      reply_markup: z
        .object({ inline_keyboard: z.array(z.array(Button)) })
        .optional()
        .catch(undefined),
    })
    .optional(),
  data: z.string().optional(),
});

/** The customer is about to pay. https://core.telegram.org/bots/api#precheckoutquery */
export const PreCheckoutQuery = z.object({
  id: z.string(),
  from: User,
  currency: z.string(),
  total_amount: z.int(),
  invoice_payload: z.string(),
});
export type PreCheckoutQuery = z.infer<typeof PreCheckoutQuery>;

export const ChatMemberUpdated = z.object({
  chat: Chat,
  from: User,
  new_chat_member: z.object({ status: z.string() }),
});

/**
 * One webhook body: an id and one member, whose name is the kind of event. https://core.telegram.org/bots/api#update
 */
export const Update = z.looseObject({ update_id: z.int() });
