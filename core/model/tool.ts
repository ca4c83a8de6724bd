import { z } from "zod";

/** Growth tools: a link that opens the chat, an ad's JSON, a QR code, the chat widget. */
export const ToolType = z.enum(["chat_ref_url", "social_ads_json", "qr_code", "chat_widget"]);
export type ToolType = z.infer<typeof ToolType>;

/** The name of a tool in a link. It comes back with the customer who follows the link. */
export const Ref = z.string().regex(/^[A-Za-z0-9_.=-]{1,100}$/, "must be letters, digits and any of _ . = -");
