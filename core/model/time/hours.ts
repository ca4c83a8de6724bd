import { z } from "zod";

export const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export const Weekday = z.enum(weekdays);
export type Weekday = z.infer<typeof Weekday>;

/** "08:30", on a 24-hour clock. */
export const ClockTime = z.string().regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, "must be a time like 08:30");

/**
 * Hours of the week, in the page's zone for a keyword and in the customer's zone in a flow. A span that ends before it
 * starts runs over midnight; one that ends when it starts is a whole day.
 *
 *     [{ "days": ["mon", "tue"], "from": "08:00", "to": "17:30" }]
 */
export const Hours = z
  .array(z.strictObject({ days: z.array(Weekday).min(1).max(7), from: ClockTime, to: ClockTime }))
  .min(1)
  .max(21);
export type Hours = z.infer<typeof Hours>;
