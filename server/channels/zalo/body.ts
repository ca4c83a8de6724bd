import { z } from "zod";

/** Ids become database keys. Zalo's own are shorter. */
const Id = z.string().min(1).max(200);
const Person = z.object({ id: z.string().regex(/^[0-9]{1,32}$/), admin_id: z.string().optional().catch(undefined) });
const Text = z.string().optional().catch(undefined);

export const Attached = z.object({
  type: z.string(),
  payload: z
    .object({
      url: Text,
      name: Text,
      title: Text,
      description: Text,
      coordinates: z.object({ latitude: z.coerce.number(), longitude: z.coerce.number() }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});
export type Attached = z.infer<typeof Attached>;

const Message = z.object({
  msg_id: Id.optional().catch(undefined),
  msg_ids: z.array(Id).optional().catch(undefined),
  text: z.string().optional().catch(undefined),
  quote_msg_id: Id.optional().catch(undefined),
  attachments: z.array(z.unknown()).optional().catch(undefined),
});
export type Message = z.infer<typeof Message>;

/**
 * One webhook body, which is one event. Sender and recipient change places with the side that has acted; `oa_id` and
 * `follower` come with changes of followers. https://developers.zalo.me/docs/official-account/webhook/tong-quan
 */
export const Body = z.object({
  event_name: z.string().max(100),
  /** Milliseconds, as text. An invalid time counts as 0, so that the event comes first. */
  timestamp: z.coerce.number().catch(0),
  oa_id: Text,
  sender: Person.optional().catch(undefined),
  recipient: Person.optional().catch(undefined),
  follower: Person.optional().catch(undefined),
  message: Message.optional().catch(undefined),
  /** Beside the message in some sources, inside of it in others. */
  attachments: z.array(z.unknown()).optional().catch(undefined),
  info: z.record(z.string(), z.unknown()).optional().catch(undefined),
});
export type Body = z.infer<typeof Body>;
