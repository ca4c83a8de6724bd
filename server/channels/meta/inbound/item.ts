import { z } from "zod";
import { Reaction } from "./reaction.ts";

/** Ids are strings here; Meta writes some of them as numbers. */
const Id = z.union([z.string().min(1).max(500), z.number().transform(String)]);
const PersonId = Id.refine((id) => /^[0-9]{1,64}$/.test(id));
/** Meta writes some numbers as text. */
const Numeric = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]);
/** A time within this century, which the database can store. */
const Watermark = Numeric.refine((time) => time >= Date.UTC(2000) && time < Date.UTC(2100));
const MessageIds = z.array(z.string().min(1).max(500));

/** A field that is not essential: undefined if malformed. */
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

const Referral = z.object({
  ref: optional(z.string()),
  ad_id: optional(Id),
  ads_context_data: optional(z.object({ ad_title: optional(z.string()), product_id: optional(Id) })),
  product: optional(z.object({ id: optional(Id) })),
});
export type Referral = z.infer<typeof Referral>;

const Product = z.object({
  id: optional(Id),
  retailer_id: optional(Id),
  title: optional(z.string()),
  image_url: optional(z.string()),
});

/** A shared link has its address beside the payload, which is null. */
const SentAttachment = z.object({
  type: z.string().catch(""),
  title: optional(z.string()),
  url: optional(z.string()),
  payload: optional(
    z.object({
      url: optional(z.string()),
      title: optional(z.string()),
      id: optional(Id),
      coordinates: optional(z.object({ lat: z.number(), long: z.number() })),
      ig_post_media_id: optional(Id),
      reel_video_id: optional(Id),
      story_media_id: optional(Id),
      story_media_url: optional(z.string()),
      product: optional(z.object({ elements: z.array(Product) })),
    }),
  ),
});
export type SentAttachment = z.infer<typeof SentAttachment>;

const Message = z.object({
  mid: Id.optional(),
  text: optional(z.string()),
  is_echo: optional(z.boolean()),
  is_deleted: optional(z.boolean()),
  is_unsupported: optional(z.boolean()),
  is_self: optional(z.boolean()),
  app_id: optional(Id),
  metadata: optional(z.string()),
  quick_reply: optional(z.object({ payload: z.string() })),
  referral: optional(Referral),
  reply_to: optional(
    z.object({ mid: optional(Id), story: optional(z.object({ id: optional(Id), url: optional(z.string()) })) }),
  ),
  attachments: optional(z.array(SentAttachment)),
});
export type Message = z.infer<typeof Message>;

/**
 * One item of a webhook's `messaging`, with the fields we read.
 * https://developers.facebook.com/docs/messenger-platform/reference/webhook-events
 *
 *     { "sender": { "id": "PSID" }, "recipient": { "id": "PAGE" }, "timestamp": 1794700800000,
 *       "message": { "mid": "m_1", "text": "hi" } }
 */
export const Item = z.object({
  sender: optional(z.object({ id: optional(PersonId) })),
  recipient: optional(z.object({ id: optional(PersonId) })),
  timestamp: optional(Numeric),
  message: Message.optional(),
  postback: z
    .object({
      mid: Id.optional(),
      title: optional(z.string()),
      payload: optional(z.string()),
      referral: optional(Referral),
    })
    .optional(),
  message_edit: z.object({ mid: Id, text: optional(z.string()), num_edit: optional(Numeric) }).optional(),
  referral: Referral.optional(),
  reaction: Reaction.optional(),
  delivery: z.object({ mids: optional(MessageIds), watermark: optional(Watermark) }).optional(),
  read: z.object({ watermark: optional(Watermark), mid: optional(z.string().min(1).max(500)) }).optional(),
  optin: z.object({ ref: optional(z.string()), type: optional(z.string()) }).optional(),
  pass_thread_control: z.object({ new_owner_app_id: optional(Id) }).optional(),
  take_thread_control: z.object({}).optional(),
  request_thread_control: z.object({ requested_owner_app_id: optional(Id) }).optional(),
});
export type Item = z.infer<typeof Item>;
