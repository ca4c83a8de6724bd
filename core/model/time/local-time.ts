import { z } from "zod";

/** A local date and time, "2026-12-24T09:00". The field that holds it defines the zone. */
export const LocalTime = z
  .string()
  .refine(isLocalTime, { error: "must be a local date and time such as 2026-12-24T09:00" });
export type LocalTime = z.infer<typeof LocalTime>;

function isLocalTime(value: string): boolean {
  if (!/^20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}$/.test(value)) return false;
  const time = new Date(`${value}Z`);
  // The 30th of February is parsed as the 2nd of March, so formatting it again gives another text.
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(value);
}
