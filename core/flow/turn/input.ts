import type { ConversationEvent } from "../event.ts";

/** A message or a press of the customer, as the triggers see it. */
export type CustomerInput = {
  event: Extract<ConversationEvent, { type: "message" | "press" }>;
  /** The customer's words or those on the button. Empty for a picture, for example. */
  text: string;
  /** The customer has never written or pressed anything before. */
  isFirst: boolean;
  /** A quick reply asked for this, and the text is one. */
  contact: "phone" | "email" | undefined;
};
