import { z } from "zod";

/** A moment on somebody's own clock, "2026-12-24T09:00"; whose, the holder says. */
export const LocalTime = z
  .string()
  .refine(isLocalTime, { error: "must be a local date and time such as 2026-12-24T09:00" });
export type LocalTime = z.infer<typeof LocalTime>;

function isLocalTime(value: string): boolean {
  if (!/^20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}$/.test(value)) return false;
  const time = new Date(`${value}Z`);
  // The 30th of February is read as the 2nd of March, and so does not come back as it was.
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(value);
}
