import type { Attachment } from "../event.ts";

/** The circumstances that decide how a customer's words are read. */
export type Reading = {
  /** The customer's language, for numbers and dates: "vi", "en_US". */
  locale: string | null;
  /** Time zones the customer may be in, likeliest first: they give phone numbers without a country code a country. */
  zones: readonly (string | null)[];
  now: number;
  choices: readonly string[];
  /** What the customer has sent with their words. */
  attachments?: readonly Attachment[];
};
