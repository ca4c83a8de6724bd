import type { ConversationEvent } from "../event.ts";

/** What the customer wrote, or what a press stands for. */
export type Words = {
  event: Extract<ConversationEvent, { type: "message" | "press" }>;
  /** Empty where there were none, as in a picture. */
  text: string;
  /** The customer has never written or pressed anything before. */
  isFirst: boolean;
  /** A quick reply had asked for it, and the words are one. */
  contact: "phone" | "email" | undefined;
};
