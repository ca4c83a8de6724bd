import { z } from "zod";

/** The numbers of a page over time. */
export const numberNames = [
  "new_customers",
  "received",
  "sent_by_bot",
  "sent_by_person",
  "sent_by_api",
  "sent_by_broadcast",
  "answered_by_bot",
  "answered_by_person",
  "unmatched",
] as const;
export type NumberName = (typeof numberNames)[number];

export const Numbers = z.strictObject(
  Object.fromEntries(numberNames.map((name) => [name, z.int()])) as Record<NumberName, z.ZodInt>,
);
export type Numbers = z.infer<typeof Numbers>;
