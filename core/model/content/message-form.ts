import { z } from "zod";

/** A form of the page's account, which customers fill in inside of the chat. */
export const MessageForm = z.strictObject({
  /** The platform's number. */
  id: z.string(),
  name: z.string(),
  /** PUBLISHED, DRAFT, DEPRECATED, BLOCKED, THROTTLED and other words of the platform. */
  status: z.string(),
});
export type MessageForm = z.infer<typeof MessageForm>;
