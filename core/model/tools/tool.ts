import { z } from "zod";

/** Growth tools with a ref: a link that opens the chat, an ad's JSON, a QR code, the chat widget. */
export const RefToolType = z.enum(["chat_ref_url", "social_ads_json", "qr_code", "chat_widget"]);
export type RefToolType = z.infer<typeof RefToolType>;

/** Growth tools that wait for something that customers do. They have no ref, but settings: `tools/settings.ts`. */
export const EventToolType = z.enum([
  "comments",
  "story_mention",
  "story_reply",
  "form",
  "location",
  "order",
  "reaction",
  "follow",
  "ad",
  "payment",
]);
export type EventToolType = z.infer<typeof EventToolType>;

export const ToolType = z.enum([...RefToolType.options, ...EventToolType.options]);
export type ToolType = z.infer<typeof ToolType>;

export const isEventTool = (type: ToolType): type is EventToolType => EventToolType.safeParse(type).success;

/** The name of a tool in a link. It comes back with the customer who follows the link. */
export const Ref = z.string().regex(/^[A-Za-z0-9_.=-]{1,100}$/, "must be letters, digits and any of _ . = -");

/** The name of a tool in statistics and in customers' states: its ref, or `#12` if it has none. No ref is like that. */
export const toolKey = ({ id, ref = null }: { id: number; ref?: string | null }): string => ref ?? `#${id}`;
