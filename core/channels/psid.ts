import { z } from "zod";
import { type ChannelType, channelFacts } from "./index.ts";

/**
 * A customer on a page: the channel's prefix and the platform's id. A JSON number may have lost digits, so it is
 * refused.
 */
export const Psid = z.string({ error: "must be text" }).regex(/^[A-Za-z0-9_.-]{1,128}$/, "must be a customer's id");
export type Psid = z.infer<typeof Psid>;

/** True if it has the form of customers' ids on the channel. */
export function isPsidOf(channel: ChannelType, psid: string): boolean {
  const { customerPrefix, otherCustomerId } = channelFacts[channel];
  const id = psid.slice(customerPrefix.length);
  return psid.startsWith(customerPrefix) && (/^[0-9]{1,64}$/.test(id) || (otherCustomerId?.test(id) ?? false));
}
