import { z } from "zod";
import { type ChannelType, channelTypes } from "./index.ts";

/** A customer on a page: the channel's prefix and the platform's id. A number has lost digits, so it is refused. */
export const Psid = z.string({ error: "must be text" }).regex(/^[A-Za-z0-9_.-]{1,128}$/, "must be a customer's id");
export type Psid = z.infer<typeof Psid>;

/** Whether it is of the form that the channel's customers have: digits behind the prefix, on WhatsApp also an id. */
export function isPsidOf(channel: ChannelType, psid: string): boolean {
  const { customerPrefix } = channelTypes[channel];
  const id = psid.slice(customerPrefix.length);
  const isHidden = channel === "whatsapp" && /^[A-Z]{2}\.([A-Z]+\.)?[A-Za-z0-9]{1,100}$/.test(id);
  return psid.startsWith(customerPrefix) && (isHidden || /^[0-9]{1,64}$/.test(id));
}
