import { z } from "zod";

/** A webhook body. No events: LINE checks the connection. */
export const Body = z.object({ destination: z.string(), events: z.array(z.unknown()) });

const text = z.string().optional().catch(undefined);

/** The members that events of all kinds have. */
export const Event = z.object({
  type: z.string(),
  mode: z.string().optional(),
  timestamp: z.int().optional().catch(undefined),
  webhookEventId: z.string().min(1).max(100),
  deliveryContext: z.object({ isRedelivery: z.boolean() }).optional().catch(undefined),
  source: z.object({ type: z.string(), userId: text }).optional().catch(undefined),
  replyToken: text,
});
export type Event = z.infer<typeof Event>;

export const MessageEvent = z.object({ message: z.looseObject({ id: z.string().min(1).max(200), type: z.string() }) });
/** `params`: the date that the customer has picked, or the rich menu that they have switched to. */
export const Postback = z.object({
  postback: z.object({ data: z.string(), params: z.record(z.string(), z.unknown()).optional().catch(undefined) }),
});
export type Postback = z.infer<typeof Postback>;
export const Unsend = z.object({ unsend: z.object({ messageId: z.string() }) });

const coordinate = z.number().optional().catch(undefined);

/** The content of a message, as far as its kind has these members. */
export const Content = z.object({
  text,
  quotedMessageId: text,
  quoteToken: z.string().max(1000).optional().catch(undefined),
  fileName: text,
  imageSet: z
    .object({ id: z.string().min(1).max(200) })
    .optional()
    .catch(undefined),
  stickerId: text,
  title: text,
  address: text,
  latitude: coordinate,
  longitude: coordinate,
  contentProvider: z.object({ type: z.string(), originalContentUrl: text }).optional().catch(undefined),
});
export type Content = z.infer<typeof Content>;
